import type { PacsSettings } from '#contract/pacs'
import { mostStudies, type PacsCriteria } from '#contract/pacs-search'
import type { Attributes } from '#dicom/attributes'
import { koreanCodes, textEncoder } from '#dicom/text-encoder'
import type { EncodeText } from '#dicom/write-elements'

import { NetworkError } from '../../../platform/dicom-network/network-error.ts'
import { find } from '../../../platform/dicom-network/retrieve.ts'
import { sopClasses, transferSyntaxes } from '../../../platform/dicom-network/uid.ts'
import type { UserAssociation } from '../../../platform/dicom-network/user.ts'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { archiveOf, withArchive } from '../archive.ts'
import { searchFor, webServiceOf } from '../dicomweb-client.ts'
import { StudyGathering, type FoundStudies } from './found-studies.ts'
import { isAscii, keysWithoutName, studyKeys, type StudyKeys } from './study-query.ts'

const searchMs = 60_000

interface Archive {
  readonly settings: PacsSettings
  readonly password: string
}

interface Search {
  readonly criteria: PacsCriteria
  readonly gathering: StudyGathering
  readonly signal: AbortSignal
}

/** Attributes to return besides the keys of a search. */
const answered = {
  PatientBirthDate: '',
  PatientSex: '',
  StudyTime: '',
  StudyDescription: '',
  StudyInstanceUID: '',
  NumberOfStudyRelatedInstances: '',
} as const satisfies Attributes

/**
 * The studies of an archive that match the criteria, by C-FIND, or by QIDO-RS if images are
 * retrieved by WADO-RS; aborted after a minute.
 * @throws {OutboundError | NetworkError}
 */
export async function searchArchive(
  outbound: Outbound,
  archive: Archive,
  { criteria, closed }: { criteria: PacsCriteria; closed: AbortSignal },
): Promise<FoundStudies> {
  const late = AbortSignal.timeout(searchMs)
  const gathering = new StudyGathering(criteria)
  const search = { criteria, gathering, signal: AbortSignal.any([late, closed]) }
  try {
    await (archive.settings.RETRIEVE === 'WADO-RS'
      ? searchByWeb(outbound, archive, search)
      : searchByNetwork(outbound, archive, search))
  } catch (error) {
    if (!late.aborted) throw error
    throw new NetworkError('timed out', 'the search took too long')
  }
  return gathering.found
}

async function searchByWeb(
  outbound: Outbound,
  archive: Archive,
  { criteria, gathering, signal }: Search,
): Promise<void> {
  const service = webServiceOf(outbound, archive)
  for (const keys of keysInTurn(criteria, gathering)) {
    signal.throwIfAborted()
    const given = Object.entries(keys).filter(([, value]) => value !== '')
    const found = await searchFor(service, '/studies', [
      ...given,
      ...Object.keys(answered).map((name) => ['includefield', name] as const),
      ['includefield', 'ModalitiesInStudy'],
      ['limit', String(mostStudies + 1)],
    ])
    for (const values of found) gathering.take(values)
    if (found.length > mostStudies) gathering.noteCut()
  }
}

/** The sets of keys to query, one after the other, until enough is found. */
function* keysInTurn(criteria: PacsCriteria, gathering: StudyGathering): Generator<StudyKeys> {
  for (const keys of studyKeys(criteria)) {
    if (!gathering.isFull) yield keys
  }
  if (gathering.isEmpty && !gathering.isFull) yield* keysWithoutName(criteria)
}

async function searchByNetwork(
  outbound: Outbound,
  { settings }: Archive,
  search: Search,
): Promise<void> {
  const { criteria, gathering, signal } = search
  const proposals = [
    { abstractSyntax: sopClasses.findStudies, transferSyntaxes: Object.values(transferSyntaxes) },
  ]
  await withArchive(archiveOf(outbound, settings), { proposals, signal }, async (user) => {
    for (const keys of keysInTurn(criteria, gathering)) {
      for (const query of inCharacterSets(keys)) {
        if (!gathering.isFull) await ask(user, query, search)
      }
    }
    // The remaining responses were cancelled.
    if (gathering.isFull) return
    for (const uid of gathering.unclear) {
      gathering.clear(uid, await modalitiesOf(user, uid, signal))
    }
    await user.release()
  })
}

/** For archives that do not return the modalities of a study. */
async function modalitiesOf(
  user: UserAssociation,
  studyUid: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const modalities = new Set<string>()
  const keys = { StudyInstanceUID: studyUid, SeriesInstanceUID: '', Modality: '' }
  for await (const { text } of find(user, 'SERIES', keys, { signal })) {
    modalities.add(text('00080060') ?? '')
  }
  modalities.delete('')
  return modalities
}

interface Query {
  readonly keys: Attributes
  readonly encodeText?: EncodeText
}

/** Some archives compare texts as bytes: also search for Korean texts as they may be stored in KS X 1001. */
function inCharacterSets(keys: StudyKeys): Query[] {
  const texts = `${keys.PatientName}${keys.PatientID}${keys.AccessionNumber}`
  if (isAscii(texts)) return [{ keys }]
  const inUtf8 = { keys: { ...keys, SpecificCharacterSet: 'ISO_IR 192' } }
  const characterSet = '\\ISO 2022 IR 149'
  if (!Array.from(texts).every((letter) => isAscii(letter) || korean().has(letter))) return [inUtf8]
  const encodeText = textEncoder(characterSet, decodeBytes)
  return [inUtf8, { keys: { ...keys, SpecificCharacterSet: characterSet }, encodeText }]
}

let codes: ReadonlyMap<string, number> | undefined

function korean(): ReadonlyMap<string, number> {
  codes ??= koreanCodes(decodeBytes)
  return codes
}

function decodeBytes(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes)
}

/** Takes the answers to one query until there are enough, then cancels it. */
async function ask(
  user: UserAssociation,
  { keys, encodeText }: Query,
  { gathering, signal }: Search,
): Promise<void> {
  const enough = new AbortController()
  const options = {
    signal: AbortSignal.any([signal, enough.signal]),
    ...(encodeText === undefined ? {} : { encodeText }),
  }
  try {
    for await (const values of find(user, 'STUDY', { ...answered, ...keys }, options)) {
      if (gathering.isFull) enough.abort()
      else gathering.take(values)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!enough.signal.aborted) throw error
  }
}
