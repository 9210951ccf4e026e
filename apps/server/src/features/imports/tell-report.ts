import type { ImportReport } from '#contract/imports'
import { isMessage, message, type Message } from '#contract/messages/message'

import type { JobContext } from '../../platform/jobs/definition.ts'

/** Cases of one reason in a line of the log. */
const mostCases = 10

const asMessage = (example: unknown): Message[] =>
  isMessage(example) ? [{ key: example.key, params: example.params }] : []

/** Writes the report into the task's log: complete counts, and some cases of each reason. */
export async function tellReport(context: JobContext, report: ImportReport): Promise<void> {
  const { images, annotations, categories, dry_run: isTrial } = report
  for (const { reason, count, examples } of report.reasons) {
    const detail = examples.slice(0, mostCases).flatMap(asMessage)
    await context.warn(message(`imports.${reason}`, { count, detail }))
  }
  if (categories.created.length > 0) {
    const names = categories.created.join(', ')
    const key = isTrial ? 'imports.wouldCreate' : 'imports.categoriesCreated'
    await context.info(message(key, { names }))
  }
  if (categories.attached.length > 0) {
    const names = categories.attached.join(', ')
    const key = isTrial ? 'imports.wouldAdd' : 'imports.categoriesAdded'
    await context.info(message(key, { names }))
  }
  if (report.fields.created.length > 0) {
    const names = report.fields.created.join(', ')
    const key = isTrial ? 'imports.wouldAddFields' : 'imports.fieldsCreated'
    await context.info(message(key, { names }))
  }
  const { in_file: imagesInFile, matched } = images
  await context.info(message('imports.images', { inFile: imagesInFile, matched }))
  const { in_file: inFile, created, existing, left_out: leftOut } = annotations
  const key = isTrial ? 'imports.wouldImport' : 'imports.imported'
  await context.info(message(key, { inFile, created, existing, leftOut }))
}
