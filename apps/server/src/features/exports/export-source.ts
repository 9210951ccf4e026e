import type { Db } from '../../platform/database/database.ts'
import type { Selection } from './selection.ts'

export interface ExportSource {
  /** One snapshot of the database for the whole export. */
  readonly db: Db
  readonly selection: Selection
  /** Call when an image is done. */
  readonly onImage: () => Promise<void>
  /** Call with the number of annotations written. */
  readonly onWritten: (annotations: number) => Promise<void>
}
