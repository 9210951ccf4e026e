import type { CocoReport } from '#coco/check'
import { writeCocoDocument } from '#coco/write-document'
import { message } from '#contract/messages/message'

import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { cocoSource } from './coco-source.ts'
import type { ExportSource } from './export-source.ts'

/** One COCO document. Throws at its end if a check finds a fault. */
export async function* writeCoco(source: ExportSource): AsyncGenerator<string, void, undefined> {
  const parts = await cocoSource(source.db, source.selection)
  const report = yield* writeCocoDocument({
    ...parts,
    images: each(parts.images, source.onImage),
    annotations: each(parts.annotations, () => source.onWritten(1)),
  })
  refuseFaulty(report)
}

async function* each<Item>(
  items: AsyncIterable<Item>,
  onItem: () => Promise<void>,
): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item
    await onItem()
  }
}

function refuseFaulty(report: CocoReport): void {
  if (report.issueCount === 0) return
  const examples = report.issues.slice(0, 5).map((issue) => issue.message)
  throw new PermanentFailure(
    message('exports.faulty', { count: report.issueCount, detail: examples.join(' ') }),
  )
}
