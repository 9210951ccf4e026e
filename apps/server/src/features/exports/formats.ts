import type { ExportFormat } from '#contract/exports'

import type { ExportSource } from './export-source.ts'
import { writeAnalysis } from './write-analysis.ts'
import { writeCoco } from './write-coco.ts'
import { writeCsv } from './write-csv.ts'
import { writeCvat, writeLabelStudio } from './write-labelling.ts'
import { writeMasks } from './write-masks.ts'
import { writeYoloBoxes, writeYoloSegments } from './write-yolo.ts'

interface Format {
  /** Display name. */
  readonly tag: string
  readonly extension: 'json' | 'xml' | 'zip' | 'csv'
  readonly contentType: string
  /** The file, piece by piece. */
  readonly write: (source: ExportSource) => AsyncIterable<string | Buffer>
}

const csv = { extension: 'csv', contentType: 'text/csv; charset=utf-8' } as const
const archive = { extension: 'zip', contentType: 'application/zip' } as const

export const formats: Readonly<Record<ExportFormat, Format>> = {
  coco: { tag: 'COCO', extension: 'json', contentType: 'application/json', write: writeCoco },
  cvat: { tag: 'CVAT', extension: 'xml', contentType: 'application/xml', write: writeCvat },
  'label-studio': {
    tag: 'Label Studio',
    extension: 'json',
    contentType: 'application/json',
    write: writeLabelStudio,
  },
  masks: { tag: 'PNG masks', ...archive, write: writeMasks },
  'yolo-segment': { tag: 'YOLO segmentation', ...archive, write: writeYoloSegments },
  'yolo-detect': { tag: 'YOLO boxes', ...archive, write: writeYoloBoxes },
  csv: { tag: 'CSV', ...csv, write: writeCsv },
  analysis: { tag: 'Analysis CSV', ...csv, write: writeAnalysis },
}
