import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { statuses } from '../../../platform/dicom-network/command.ts'
import { openFileSink, type ReceivedObject } from '../../../platform/dicom-network/file-sink.ts'
import { identify, type Identity } from '../../../platform/dicom-network/identity.ts'
import type { Sender } from '../../../platform/dicom-network/provider.ts'
import {
  refusingSink,
  type ArrivingObject,
  type StoreSink,
} from '../../../platform/dicom-network/store-sink.ts'
import { losslessSyntaxes } from '../../../platform/dicom-network/uid.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { log } from '../../../platform/log.ts'
import { pacsSettingsOf } from '../../datasets/queries.ts'
import { mayReport } from '../sending/commitment.ts'
import { findAwaiting, foresee, findRule, isExpected, type Foreseen } from '../queries.ts'

/** Minimum free disk space. */
const leastFreeBytes: number = 2 * 2 ** 30

interface ArrivalDeps {
  readonly db: Db
  readonly clock: Clock
  readonly dataFolder: string
  /** The store to which objects go before they are acknowledged; null: they stay in the data folder. */
  readonly bucket: Pick<FileStore, 'put'> | null
  /** Called when an object waits to become an image. */
  readonly arrived: () => void
  /** Called when an object was refused. */
  readonly refused?: () => void
  readonly leastFreeBytes?: number
}

/** Takes objects from the network: to disk, with a row that records them, and then to a dataset. */
export interface Arrivals {
  /** Whether a station may send anything at all. */
  accepts(sender: Sender): Promise<boolean>
  open(object: ArrivingObject, sender: Sender): Promise<StoreSink>
}

/** Folder of objects that are not images yet. */
export function arrivalsFolder(dataFolder: string): string {
  return path.join(dataFolder, 'arrivals')
}

/** The key of an arrival in the file store. */
export function arrivalKey(id: string): string {
  return `arrivals/${id}.dcm`
}

/** The file of an arrival in the data folder; while it is being written, `.part` follows its name. */
export function arrivalFile(dataFolder: string, id: string): string {
  return path.join(dataFolder, arrivalKey(id))
}

export function openArrivals(deps: ArrivalDeps): Arrivals {
  const { db, dataFolder } = deps
  const hasRoom = roomIn(arrivalsFolder(dataFolder), deps.leastFreeBytes ?? leastFreeBytes)
  return {
    async accepts(sender) {
      if ((await findRule(db, sender)) !== undefined) return true
      return (await isExpected(db, sender)) || mayReport(db, sender)
    },
    async open(object, sender) {
      // Known once the object is complete. An object that is not awaited now does not answer a
      // later retrieval.
      const foreseen = foresee(db, sender)
      foreseen.catch(() => undefined)
      if (!(await hasRoom())) {
        deps.refused?.()
        return refusingSink(statuses.outOfResources)
      }
      const id = randomUUID()
      const file = arrivalFile(dataFolder, id)
      return openFileSink(`${file}.part`, object, {
        identify: async (head) => judge(db, object, { head, sender, foreseen: await foreseen }),
        keep: (received, verdict, synced) =>
          keep(deps, { id, file, sender, received, synced }, verdict),
      })
    },
  }
}

/** Time during which the disk is not checked again, in milliseconds. */
const roomHoldsMs = 1000

/** Checks the free space of a folder, and creates the folder. */
function roomIn(folder: string, least: number): () => Promise<boolean> {
  let holdsUntil = 0
  return async () => {
    if (performance.now() < holdsUntil) return true
    await mkdir(folder, { recursive: true })
    const { bavail, bsize } = await statfs(folder)
    const hasRoom = bavail * bsize >= least
    if (hasRoom) holdsUntil = performance.now() + roomHoldsMs
    return hasRoom
  }
}

interface Arriving {
  readonly id: string
  readonly file: string
  readonly sender: Sender
  readonly received: ReceivedObject
  /** The bytes and the file's name are on disk. */
  readonly synced: Promise<unknown>
}

/** Patient and destination of an object, or the status and the reason to refuse it. */
type Verdict = (Identity & Destination) | Refusal

interface Refusal {
  readonly refusal: number
  readonly why: string
}

async function judge(
  db: Db,
  object: ArrivingObject,
  { head, ...from }: From & { head: Buffer },
): Promise<Verdict> {
  const identity = identify(head, object.transferSyntaxUid)
  if (identity === undefined) return { refusal: statuses.notUnderstood, why: 'no identity' }
  if (identity.sopInstanceUid !== object.sopInstanceUid) {
    return { refusal: statuses.doesNotMatchClass, why: 'another instance than announced' }
  }
  const destination = await findDestination(db, { ...object, ...identity }, from)
  if (typeof destination === 'string') {
    return { refusal: statuses.doesNotMatchClass, why: destination }
  }
  if (destination === undefined) {
    return { refusal: statuses.notAuthorised, why: 'no rule for this station' }
  }
  return { ...identity, ...destination }
}

/**
 * Makes an object and its row durable. In the data folder, syncs both, and only then removes `.part` from
 * the file's name: after a power cut, the next start renames the remaining files. With a bucket, stores the
 * object there first, so that a row always has its object, on whatever machine it is filed.
 */
async function keep(deps: ArrivalDeps, arriving: Arriving, verdict: Verdict): Promise<number> {
  if ('refusal' in verdict) {
    deps.refused?.()
    return refuse(arriving, verdict)
  }
  const { id, file, synced } = arriving
  const partial = `${file}.part`
  if (deps.bucket === null) {
    await Promise.all([synced, insertArrival(deps, arriving, verdict)])
    await rename(partial, file)
  } else {
    await Promise.all([synced, deps.bucket.put(arrivalKey(id), partial)])
    await insertArrival(deps, arriving, verdict)
    await rm(partial, { force: true })
  }
  deps.arrived()
  return statuses.success
}

interface Destination {
  readonly datasetId: number
  readonly taskId: number | null
}

/** The sender, with the facts known when the object was announced. */
interface From {
  readonly sender: Sender
  readonly foreseen: Foreseen
}

/** The retrieval that awaits the series, else the dataset of the station's rule, or why none. */
async function findDestination(
  db: Db,
  { seriesUid, patientId, transferSyntaxUid }: Identity & ArrivingObject,
  { sender, foreseen: { ruledTo, isRetrieving } }: From,
): Promise<Destination | string | undefined> {
  const awaiting = isRetrieving ? await findAwaiting(db, seriesUid, sender.address) : undefined
  if (awaiting !== undefined && (awaiting.isFromThere || ruledTo !== null)) {
    if (awaiting.patient_id !== patientId) return 'another patient than was asked for'
    const { FORCELOSSLESSTRANFERPROTOCOL } = pacsSettingsOf(awaiting)
    const isAllowed = !FORCELOSSLESSTRANFERPROTOCOL || losslessSyntaxes.includes(transferSyntaxUid)
    if (!isAllowed) return 'compressed with loss, which the dataset does not take'
    return { datasetId: awaiting.dataset_id, taskId: awaiting.task_id }
  }
  return ruledTo === null ? undefined : { datasetId: ruledTo, taskId: null }
}

async function refuse(arriving: Arriving, { refusal, why }: Refusal): Promise<number> {
  const { received, sender, synced } = arriving
  log.warn('DICOM object refused', { ...sender, instance: received.sopInstanceUid, why })
  await synced
  await rm(received.path, { force: true })
  return refusal
}

async function insertArrival(
  { db, clock }: ArrivalDeps,
  { id, received, sender }: Arriving,
  known: Identity & Destination,
): Promise<void> {
  await db
    .insertInto('dicom_arrival')
    .values({
      id,
      received_at: clock(),
      ae_title: sender.aeTitle,
      address: sender.address,
      sop_class_uid: received.sopClassUid,
      sop_instance_uid: received.sopInstanceUid,
      study_uid: known.studyUid,
      series_uid: known.seriesUid,
      sha256: received.sha256,
      size: received.size,
      dataset_id: known.datasetId,
      task_id: known.taskId,
    })
    .execute()
}
