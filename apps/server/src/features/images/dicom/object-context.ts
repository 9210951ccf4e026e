import { clockAt, type ClockTime } from '#clock/clock-time'
import { parseOffset, timezoneOffsetFromUtc } from '#clock/dicom-time'
import { offsetAt } from '#clock/time-zone'
import { sopClasses, type ObjectContext, type ReferencedImage } from '#dicom/objects/common'

import type { Db } from '../../../platform/database/database.ts'
import { dicomMediaType } from '../../../platform/images/format.ts'
import { acquiredOf } from '../acquired.ts'
import { identityOf, personName } from './identity.ts'
import type { ImageRow } from '../queries.ts'

/** The patient, the study and the device of an object about an image. */
type Belonging = Pick<ObjectContext, 'patient' | 'study' | 'device'>

/**
 * Patient, study and reference to the image for every object about the image, from the image's own
 * file.
 */
export async function objectContext(
  db: Db,
  product: { readonly name: string; readonly version: string },
  image: ImageRow,
): Promise<Belonging & { readonly image: ReferencedImage }> {
  const uids = await identityOf(db, image)
  const isDicom = image.media_type === dicomMediaType
  const { patient, study } = belongingOf(image)
  return {
    patient,
    study: { instanceUid: uids.study, ...study },
    device: {
      manufacturer: product.name,
      model: product.name,
      serialNumber: '0',
      softwareVersion: product.version,
    },
    image: {
      sopClassUid: isDicom ? statedClass(image) : wrappedClass(image),
      sopInstanceUid: uids.instance,
      seriesInstanceUid: uids.series,
    },
  }
}

/** The patient of every object about the image. */
export function patientOf(image: ImageRow): ObjectContext['patient'] {
  return belongingOf(image).patient
}

function belongingOf(image: ImageRow): Stated {
  return image.media_type === dicomMediaType ? statedIn(image) : knownOf(image)
}

type Stated = Pick<Belonging, 'patient'> & { study: Omit<Belonging['study'], 'instanceUid'> }

/**
 * The file takes precedence, because the object belongs to its study; stated values fill the gaps.
 */
function statedIn(image: ImageRow): Stated {
  const text = (tag: string): string => image.dicom_meta[tag] ?? ''
  const { patient: known } = knownOf(image)
  return {
    patient: {
      name: text('00100010') || known.name,
      id: text('00100020') || known.id,
      birthDate: text('00100030') || known.birthDate,
      sex: text('00100040') || known.sex,
      age: text('00101010') || known.age,
    },
    study: {
      date: text('00080020'),
      time: text('00080030'),
      id: text('00200010'),
      accessionNumber: text('00080050'),
    },
  }
}

function knownOf(image: ImageRow): Stated {
  return {
    patient: {
      name: personName(image),
      id: image.patient_id,
      birthDate: (image.patient_birth_date ?? '').replaceAll('-', ''),
      sex: image.patient_sex,
      age: image.patient_age,
    },
    study: {
      date: (image.study_date ?? '').replaceAll('-', ''),
      time: '',
      id: '',
      accessionNumber: '',
    },
  }
}

/** The file's modality; a file without one counts as a capture. */
function statedClass({ dicom_meta: meta }: ImageRow): string {
  return meta['00080016'] ?? meta['00020002'] ?? sopClasses.secondaryCapture
}

/** The class in which `fundusPhotograph` writes it. */
export function wrappedClass({ laterality, acquired_clock: at }: ImageRow): string {
  const isOphthalmic = laterality !== null && laterality !== 'U' && at !== null
  return isOphthalmic ? sopClasses.ophthalmicPhotography8Bit : sopClasses.vlPhotographic
}

/**
 * An instant by the clock of the image's study, so that all times in an object about the image use
 * one clock. Without a known offset it is this computer's clock, and the offset is omitted.
 */
export function clockOfStudy(
  image: ImageRow,
  instant: Date,
  siteTimeZone: string | null,
): ClockTime {
  const stated = parseOffset(image.dicom_meta[timezoneOffsetFromUtc]) ?? acquiredOf(image)?.offset
  const known = stated ?? (siteTimeZone === null ? null : offsetAt(siteTimeZone, instant))
  if (known !== null) return clockAt(instant, known)
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return { ...clockAt(instant, offsetAt(own, instant)), offset: null }
}
