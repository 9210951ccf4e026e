import type { Db } from '../../platform/database/database.ts'
import type { Selection } from './selection.ts'

export interface ExportSource {
  /** One snapshot of the database for the whole export. */
  readonly db: Db
  readonly selection: Selection
  /** To be called when an image is through. */
  readonly onImage: () => Promise<void>
  /** To be called with the number of annotations that were written. */
  readonly onWritten: (annotations: number) => Promise<void>
}
