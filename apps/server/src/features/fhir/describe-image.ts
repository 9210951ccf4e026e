import { createHash } from 'node:crypto'

import type { StaleReason } from '#contract/analysis'
import { searchStudies } from '#contract/dicomweb'
import type { FhirSettings } from '#contract/fhir'
import type { Regulatory } from '#contract/info'
import { message, type Message } from '#contract/messages/message'
import type { Metadata } from '#contract/primitives'
import { shownName } from '#dicom/person-name'
import type { Description, Patient, Photograph, Review, Site, Software } from '#fhir/description'
import { writingIn } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import { siteIdOf } from '../../platform/database/site-id.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Models } from '../../platform/models/models.ts'
import { isOthers, staleReasonsOf } from '../analysis/present.ts'
import { findCurrentAnalysis, type Analysis } from '../analysis/queries.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import { acquiredOf } from '../images/acquired.ts'
import { derivedLaterality } from '../images/dicom/columns.ts'
import { filedName, identityOf, personName } from '../images/dicom/identity.ts'
import type { ImageRow } from '../images/queries.ts'
import { orderOf as orderNumberOf } from '../mics/queries.ts'
import { findReview, type ReviewRow } from '../reviews/queries.ts'
import { analysisOf } from './analysis-of.ts'
import { nameParts } from './name-parts.ts'
import { firstPatientSent } from './queries.ts'
import { statementsOf } from './statements-of.ts'
import { eyeOf, modalityOf, sopClassOf, studyOf } from './study-of.ts'

export interface DescribeDeps {
  readonly models: Models
  readonly fhir: FhirSettings
  readonly publicUrl: string | null
  readonly product: { name: string; version: string; regulatory: Regulatory }
}

export interface Described {
  /** Excludes slow parts: the digest of the file and the printed report. */
  readonly description: Description
  /** The analysis that the message reports. */
  readonly analysisId: number
  readonly warnings: readonly Message[]
  /** A digest of all inputs of a message. */
  readonly madeFrom: string
}

/**
 * Describes an image in its current state.
 * @throws {Problem} not_possible_now if it has no finished analysis of that state
 */
export async function describeImage(
  db: Db,
  deps: DescribeDeps,
  image: ImageRow,
): Promise<Described> {
  const found = await findCurrentAnalysis(db, image.id)
  const analysis = found && analysisOf(found, eyeOf(image), writingIn(deps.fhir.language, 'UTC'))
  if (found === undefined || analysis === undefined)
    throw new Problem('not_possible_now', message('fhir.notAnalysed'))
  const review = await findReview(db, image.id)
  const isOlder = await refuseOutdated(db, deps, { image, analysis: found, review })
  const { fhir, product } = deps
  const statements = await statementsOf(db, image, fhir.language)
  const description: Description = {
    site: siteOf(deps, image, await siteIdOf(db)),
    patient: {
      ...patientOf(image, fhir.language),
      ...((await isMadeUp(db, image)) ? { isMadeUp: true } : {}),
    },
    photograph: await photographOf(db, image),
    ...((await wasOthers(db, image)) ? { wasOthers: true } : {}),
    study: await studyOf(db, image),
    order: orderOf(image),
    analysis,
    review: review === undefined ? null : reviewOf(review),
    ...(statements.length === 0 ? {} : { statements }),
    printed: null,
    software: softwareOf(product, fhir.language),
  }
  const warnings = [
    ...warningsOf(description, image, product.regulatory),
    ...(isOlder ? [message('fhirWarnings.olderAnalysis')] : []),
    ...((await isNamedOtherwise(db, image)) ? [message('fhirWarnings.otherName')] : []),
  ]
  // Further images of the study do not change a result.
  const { study, ...rest } = description
  const content = JSON.stringify([rest, study.accessionNumber, image.sha256.toString('hex')])
  const madeFrom = createHash('sha256').update(content).digest('hex')
  return { description, analysisId: found.id, warnings, madeFrom }
}

interface Told {
  readonly image: ImageRow
  readonly analysis: Analysis
  readonly review: ReviewRow | undefined
}

const isAboutTheEye = new Set<StaleReason>(['image', 'patient', 'correction'])

/**
 * Refuses a result whose image, patient or correction has changed since. A rejected one is
 * withdrawn all the same, unless its patient has changed.
 * @returns whether it was made by earlier software or other networks, which its message may state
 */
async function refuseOutdated(
  db: Db,
  { models }: DescribeDeps,
  { image, analysis, review }: Told,
): Promise<boolean> {
  if (review?.decision === 'rejected' && !isOthers(analysis, image)) return false
  const changed = await staleReasonsOf(db, models, { image, analysis })
  if (changed.some((reason) => isAboutTheEye.has(reason)))
    throw new Problem('not_possible_now', message('fhir.outOfDate'))
  return changed.length > 0
}

/** Whether the image is of the example clinic. */
async function isMadeUp(db: Db, { dataset_id: id }: ImageRow): Promise<boolean> {
  const dataset = await getLiveDataset(db, id)
  return dataset?.is_example === true
}

/** Whether results of the image were sent for another patient before. */
async function wasOthers(db: Db, { id, patient_id: number }: ImageRow): Promise<boolean> {
  const first = await firstPatientSent(db, id)
  if (first === undefined) return false
  const known = first.startsWith('urn:uuid:') ? '' : first
  return known !== number.trim()
}

function siteOf({ fhir, publicUrl }: DescribeDeps, image: ImageRow, id: string): Site {
  return {
    id,
    organisation: fhir.organisation,
    patientSystem: fhir.patient_system,
    orderSystem: fhir.order_system,
    endpoint: publicUrl ?? `urn:uuid:${id}`,
    dicomWeb: dicomWebOf(publicUrl, image),
    language: fhir.language,
    usesSnomed: fhir.snomed,
    krCore: fhir.kr_core ? { procedure: fhir.procedure } : null,
  }
}

/** The DICOM tags that a message includes. */
const tags = {
  manufacturer: '00080070',
  model: '00081090',
  serial: '00181000',
} as const
/** The root of the dataset's DICOMweb service. */
function dicomWebOf(publicUrl: string | null, { dataset_id: dataset }: ImageRow): string | null {
  if (publicUrl === null) return null
  return new URL(searchStudies.path.replace(':id', String(dataset)), publicUrl).href.replace(
    /\/studies$/,
    '',
  )
}

const sexes: Readonly<Record<string, Patient['sex']>> = { F: 'female', M: 'male', O: 'other' }

function patientOf(image: ImageRow, language: Site['language']): Patient {
  const { patient_name: name, patient_name_korean: korean } = image
  return {
    id: image.patient_id.trim(),
    name: shownName(language === 'ko' && korean !== '' ? korean : name).trim(),
    names: nameParts(filedName(image) || personName(image), language),
    sex: sexes[image.patient_sex.trim().toUpperCase()] ?? null,
    birthDate: image.patient_birth_date,
  }
}

async function photographOf(db: Db, image: ImageRow): Promise<Photograph> {
  const told = (name: keyof typeof tags): string => image.dicom_meta[tags[name]]?.trim() ?? ''
  const camera = {
    manufacturer: told('manufacturer'),
    model: told('model'),
    serial: told('serial'),
  }
  const isKnown = camera.manufacturer !== '' || camera.model !== ''
  return {
    id: image.id,
    uids: await identityOf(db, image),
    sopClass: sopClassOf(image),
    modality: modalityOf(image),
    eye: eyeOf(image),
    takenAt: acquiredOf(image) ?? null,
    studyDay: image.study_date,
    mediaType: image.media_type,
    width: image.width,
    height: image.height,
    size: image.size,
    sha1: null,
    camera: isKnown ? camera : null,
  }
}

/** The department is included only with its own order. */
function orderOf(image: ImageRow): Description['order'] {
  const number = orderNumberOf(image).trim()
  if (number === '') return null
  const { ORD_SEQ: found, BNCH_NM: department } = image.mics_meta as Metadata
  const isFound = String(found ?? '').trim() === number
  return { number, department: isFound ? String(department ?? '').trim() : '' }
}

function reviewOf(row: NonNullable<Awaited<ReturnType<typeof findReview>>>): Review {
  return {
    verdict: row.decision,
    username: row.reviewer_username,
    name: row.reviewer_name,
    at: row.reviewed_at.toISOString(),
  }
}

function softwareOf(
  { name, version, regulatory }: DescribeDeps['product'],
  language: Site['language'],
): Software {
  const told = (text: { en: string; ko: string } | null): string | null => text?.[language] ?? null
  return {
    name,
    version,
    itemName: told(regulatory.item_name),
    model: told(regulatory.model),
    manufacturer: told(regulatory.manufacturer),
    licenceNumber: told(regulatory.licence_number),
    udiDi: told(regulatory.udi_di),
    instructionsUrl: regulatory.instructions_url,
  }
}

function warningsOf(
  { patient, photograph, analysis, site }: Description,
  image: ImageRow,
  regulatory: Regulatory,
): Message[] {
  const isGuessed = image.laterality_source === derivedLaterality
  const eye = isGuessed ? message('fhirWarnings.eyeDerived') : message('fhirWarnings.eyeNotStated')
  const doubts: [isSo: boolean, told: Message][] = [
    [photograph.eye === null, eye],
    [analysis.otherEye !== null, message('fhirWarnings.otherEye')],
    [patient.id === '', message('fhirWarnings.patientNumberMissing')],
    [patient.name === '', message('fhirWarnings.patientNameMissing')],
    [patient.birthDate === null, message('fhirWarnings.birthDateMissing')],
    [
      photograph.takenAt === null && photograph.studyDay === null,
      message('fhirWarnings.dayMissing'),
    ],
    [site.patientSystem === null, message('fhirWarnings.patientSystemMissing')],
    [site.organisation === null, message('fhirWarnings.organisationMissing')],
    [!regulatory.configured, message('fhirWarnings.regulatoryMissing')],
  ]
  return doubts.filter(([isSo]) => isSo).map(([, told]) => told)
}

/** Whether another image of the dataset has this patient ID with other personal data. */
async function isNamedOtherwise(db: Db, image: ImageRow): Promise<boolean> {
  if (image.patient_id === '') return false
  const row = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', image.dataset_id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .where('patient_id', '=', image.patient_id)
    .where((eb) =>
      eb.or([
        eb('patient_name', '!=', image.patient_name),
        eb('patient_sex', '!=', image.patient_sex),
        eb('patient_birth_date', 'is distinct from', image.patient_birth_date),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
