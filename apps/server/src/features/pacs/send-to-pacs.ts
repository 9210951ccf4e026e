import { message } from '#contract/messages/message'
import type { PacsSettings } from '#contract/pacs'

import { NetworkError } from '../../platform/dicom-network/network-error.ts'
import { describeFile, store } from '../../platform/dicom-network/store.ts'
import { associate } from '../../platform/dicom-network/user.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { OutboundError, type Outbound } from '../../platform/http/outbound.ts'
import { HopelessJob, job, PostponedJob, type Job } from '../../platform/jobs/definition.ts'
import { getLiveDataset, pacsSettingsOf } from '../datasets/queries.ts'
import { originalKey } from '../images/storage.ts'
import { archiveOf } from './archive.ts'
import { explainFault, statusText } from './explain.ts'
import { sendTask } from './jobs.ts'

interface SendDeps {
  readonly files: FileStore
  readonly outbound: Outbound
}

/** Stores an image's file in the archive, byte for byte; done only when the archive has said so. */
export function sendToPacsJob({ files, outbound }: SendDeps): Job {
  return job(sendTask, async ({ imageId, datasetId }, context) => {
    const dataset = await getLiveDataset(context.db, datasetId)
    const image = await context.db
      .selectFrom('image')
      .select(['path', 'file_name'])
      .where('id', '=', imageId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (dataset === undefined || image === undefined) {
      throw new HopelessJob(message('pacs.imageGone'))
    }
    const settings = pacsSettingsOf(dataset)
    if (settings.IP === '') throw new HopelessJob(message('pacs.notConfigured'))
    const key = originalKey(dataset.name, image.path)
    const status = await files.withLocalPath(key, (path) => send(outbound, settings, path))
    if (status === undefined) {
      throw new HopelessJob(message('pacs.nothingToSend', { file: image.file_name }))
    }
    await context.info(
      status === 0
        ? message('pacs.sent')
        : message('pacs.sentWithWarning', { status: statusText(status) }),
    )
    return { status: statusText(status) }
  })
}

/** The archive's status; undefined where the file is no DICOM that can be sent. */
async function send(
  outbound: Outbound,
  settings: PacsSettings,
  path: string,
): Promise<number | undefined> {
  const object = await describeFile(path)
  if (object === undefined) return undefined
  const { sopClassUid: abstractSyntax, transferSyntaxUid } = object
  try {
    await using user = await associate(archiveOf(outbound, settings), [
      { abstractSyntax, transferSyntaxes: [transferSyntaxUid] },
    ])
    const status = await store(user, object)
    await user.release()
    return status
  } catch (error) {
    throw failedSending(error, settings)
  }
}

/** The end of a job whose objects the archive did not take: for good, or for now. */
export function failedSending(error: unknown, settings: PacsSettings): Error {
  const told = message('pacs.sendingFailed', { why: explainFault(error, settings) })
  return isFinal(error) ? new HopelessJob(told) : new PostponedJob(told)
}

/** What the operator does not allow, and what the archive never takes. */
function isFinal(error: unknown): boolean {
  if (error instanceof OutboundError) return error.fault === 'not allowed'
  return error instanceof NetworkError && error.fault === 'not accepted'
}
