import type { AskedPicture } from '../images/renditions.ts'
import type { RanJob } from '../jobs/jobs.ts'
import type { ReceiverEvent } from '../dicom-network/receiver-event.ts'
import type { Metrics } from './metrics.ts'

/** What the parts of the server report, counted if there are metrics. */
export function observers(metrics: Metrics | null) {
  const asked: AskedPicture = (cache, isThere) =>
    metrics?.cache.inc({ cache, result: isThere ? 'hit' : 'miss' })
  const ran: RanJob = ({ kind, result, seconds }) =>
    metrics?.jobRuns.observe({ kind, result }, seconds)
  const heard = (event: ReceiverEvent): void => {
    if (event.result === 'rejected') metrics?.dicomRejections.inc({ reason: event.reason })
    else metrics?.dicomObjects.inc({ result: event.result })
  }
  const failed = (operation: string): void => metrics?.storageErrors.inc({ operation })
  return { asked, ran, heard, failed }
}
