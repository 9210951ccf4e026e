import { dateTimeValue, offsetValue, timezoneOffsetFromUtc } from '#clock/dicom-time'
import { representationOf } from '#dicom/dictionary/dictionary'
import { textElement, type JsonDataSet } from '#dicom/json/json-element'
import { sopClasses } from '#dicom/objects/common'

import { acquiredOf } from '../images/acquired.ts'
import { personName } from '../images/dicom/identity.ts'
import { wrappedClass } from '../images/dicom/object-context.ts'
import { uidsOf, type StudyObject, type Summary } from './queries.ts'
import type { Search } from './search.ts'

type Level = 'study' | 'series' | 'instance'

/** Attributes always returned for each level (PS3.18 tables 10.6.3-3 to -5). */
const usual: Readonly<Record<Level, readonly string[]>> = {
  study: [
    '00080020',
    '00080030',
    '00080050',
    '00080090',
    timezoneOffsetFromUtc,
    '00081030',
    '00100010',
    '00100020',
    '00100030',
    '00100040',
    '0020000D',
    '00200010',
  ],
  series: [
    '00080060',
    timezoneOffsetFromUtc,
    '0008103E',
    '0020000E',
    '00200011',
    '00400244',
    '00400245',
  ],
  instance: ['00080016', '00080018', '00200013', '00280008', '00280010', '00280011', '00280100'],
}

/** The address of the service of a dataset, whole. */
type Root = string

export function presentStudy(root: Root, found: Summary, search: Search): JsonDataSet {
  return present(textsOf(found.object), ['study'], {
    search,
    more: {
      ...availability(`${root}${studyPath(found.object)}`),
      '00080061': { vr: 'CS', Value: found.modalities },
      '00201206': { vr: 'IS', Value: [found.series] },
      '00201208': { vr: 'IS', Value: [found.instances] },
    },
  })
}

export function presentSeries(root: Root, found: Summary, search: Search): JsonDataSet {
  return present(textsOf(found.object), ['study', 'series'], {
    search,
    more: {
      ...availability(`${root}${seriesPath(found.object)}`),
      '00201209': { vr: 'IS', Value: [found.instances] },
    },
  })
}

export function presentInstance(root: Root, object: StudyObject, search: Search): JsonDataSet {
  return present(textsOf(object), ['study', 'series', 'instance'], {
    search,
    more: availability(`${root}${instancePath(object)}`),
  })
}

function studyPath(object: StudyObject): string {
  return `/studies/${uidsOf(object).study_uid}`
}

function seriesPath(object: StudyObject): string {
  return `${studyPath(object)}/series/${uidsOf(object).series_uid}`
}

/** Path of an object below the root. */
export function instancePath(object: StudyObject): string {
  return `${seriesPath(object)}/instances/${uidsOf(object).instance_uid}`
}

function availability(url: string): JsonDataSet {
  return {
    '00080056': { vr: 'CS', Value: ['ONLINE'] },
    '00081190': { vr: 'UR', Value: [url] },
  }
}

function present(
  texts: Readonly<Record<string, string>>,
  levels: readonly Level[],
  { search, more }: { search: Search; more: JsonDataSet },
): JsonDataSet {
  const asked = search.include === 'all' ? Object.keys(texts) : search.include
  const tags = new Set([
    ...levels.flatMap((level) => usual[level]),
    ...search.matches.map(({ tag }) => tag),
    ...asked.filter((tag) => !tag.startsWith('0002')),
  ])
  const elements: JsonDataSet = {
    '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
    ...Object.fromEntries(
      [...tags].map((tag) => [tag, textElement(representationOf(tag) ?? 'UN', texts[tag] ?? '')]),
    ),
    ...more,
  }
  return Object.fromEntries(
    Object.entries(elements)
      .filter(([tag, { vr }]) => vr !== 'UN' && tag !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The known attributes of an object, as text by tag. */
function textsOf(object: StudyObject): Readonly<Record<string, string>> {
  const own = uidsOf(object)
  const uids = {
    '00080018': own.instance_uid,
    '0020000D': own.study_uid,
    '0020000E': own.series_uid,
  }
  if ('document' in object) return { ...object.document.dicom_meta, ...uids }
  const { image } = object
  if (image.media_type === 'application/dicom') return { ...image.dicom_meta, ...uids }
  const eye = image.laterality
  const sopClass = wrappedClass(image)
  const acquired = acquiredOf(image)
  return {
    ...uids,
    '00080016': sopClass,
    '00080020': (image.study_date ?? '').replaceAll('-', ''),
    '0008002A': acquired === undefined ? '' : dateTimeValue(acquired),
    [timezoneOffsetFromUtc]: (acquired && offsetValue(acquired)) ?? '',
    '00080060': sopClass === sopClasses.vlPhotographic ? 'XC' : 'OP',
    '00100010': personName(image),
    '00100020': image.patient_id,
    '00100030': (image.patient_birth_date ?? '').replaceAll('-', ''),
    '00100040': image.patient_sex,
    '00101010': image.patient_age,
    '00200011': '1',
    '00200013': '1',
    '00200062': eye ?? '',
    '00280010': String(image.height),
    '00280011': String(image.width),
    '00280100': '8',
  }
}
