import { sopClasses as written } from '#dicom/objects/common'
import { knownSopClasses, kindOf, sopClassName, type ObjectKind } from '#dicom/sop-class'
import { transferSyntaxOf } from '#dicom/transfer-syntax'

import {
  losslessSyntaxes,
  photographClasses,
  sopClasses,
  storedSyntaxes,
} from '../apps/server/src/platform/dicom-network/uid.ts'
import { table } from './markdown-table.ts'

const kept: Readonly<Record<ObjectKind, string>> = {
  image: 'image',
  report: 'document of its study',
  pdf: 'document of its study',
  segmentation: 'document of its study',
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

/** The SOP classes that the receiver negotiates, for storage as SCP. */
export function receivedClasses(): string {
  const rows = knownSopClasses.flatMap((uid) => {
    const kind = kindOf(uid)
    return kind === undefined ? [] : [[`${sopClassName(uid)} Storage`, uid, kept[kind]]]
  })
  return table(['SOP class', 'UID', 'Kept as'], rows)
}

/** Transfer syntaxes in which objects are received, sent and retrieved. */
export function negotiatedSyntaxes(): string {
  const rows = storedSyntaxes.map((uid) => [
    transferSyntaxOf(uid).name,
    uid,
    yesNo(losslessSyntaxes.includes(uid)),
    yesNo(transferSyntaxOf(uid).compression !== 'other'),
  ])
  return table(['Transfer syntax', 'UID', 'Lossless', 'Shown and analysed'], rows)
}

/** Names and roles of the services that are no storage. */
const services: Readonly<Record<keyof typeof sopClasses, readonly [name: string, ...string[]]>> = {
  verification: ['Verification', 'yes', 'yes'],
  findWorklist: ['Modality Worklist Information Model – FIND', 'yes', 'no'],
  findStudies: ['Study Root Query/Retrieve Information Model – FIND', 'yes', 'no'],
  moveStudies: ['Study Root Query/Retrieve Information Model – MOVE', 'yes', 'no'],
  getStudies: ['Study Root Query/Retrieve Information Model – GET', 'yes', 'no'],
  storageCommitment: ['Storage Commitment Push Model', 'yes', 'no'],
}

export function otherServices(): string {
  const rows = (Object.keys(services) as (keyof typeof sopClasses)[]).map((key) => {
    const [name, ...roles] = services[key]
    return [name, sopClasses[key], ...roles]
  })
  return table(['SOP class', 'UID', 'SCU', 'SCP'], rows)
}

/** Storage classes proposed when images are retrieved by C-GET. */
export function retrievedClasses(): string {
  return table(
    ['SOP class', 'UID'],
    photographClasses.map((uid) => [`${sopClassName(uid)} Storage`, uid]),
  )
}

/** Storage classes of the objects that Fovea writes itself. */
export function writtenClasses(): string {
  return table(
    ['SOP class', 'UID'],
    Object.values(written).map((uid) => [`${sopClassName(uid)} Storage`, uid]),
  )
}
