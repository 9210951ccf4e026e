import {
  exchangedValue,
  fieldConcept,
  type FieldConcept,
  type StatedValue,
} from '#contract/fields/stated'
import { dicomCode, longString, snomedCode, type Code } from '#dicom/objects/common'
import type { Evaluation, Measurement, MeasurementGroup } from '#dicom/objects/measurement-report'
import { measureScheme } from '#report/coded-measures'
import type { Language } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import { uidFor } from '../images/dicom/uids.ts'
import type { ImageRow } from '../images/queries.ts'
import { observerName } from './observer-name.ts'

/** Designators of the coding schemes that DICOM knows, by their URIs in FHIR (PS3.16 table 8-1). */
const designators: Readonly<Record<string, string>> = {
  'http://snomed.info/sct': 'SCT',
  'http://loinc.org': 'LN',
  'http://dicom.nema.org/resources/ontology/DCM': 'DCM',
  'http://unitsofmeasure.org': 'UCUM',
}

interface Wanted {
  readonly image: ImageRow
  readonly language: Language
}

/** The values that readers stated of an image, a group for each reader. */
export async function statedGroups(
  db: Db,
  stated: readonly StatedValue[],
  wanted: Wanted,
): Promise<MeasurementGroup[]> {
  const byPerson = Map.groupBy(stated, ({ entered }) => entered?.username ?? '')
  const groups: MeasurementGroup[] = []
  for (const [username, values] of byPerson) {
    const person = values[0]?.entered ?? null
    const items = values.map((value) => itemsOf(value, wanted))
    groups.push({
      trackingIdentifier: person === null ? 'Readers' : `Reader ${username}`,
      trackingUid: await uidFor(
        db,
        'tracking',
        `values that ${username} stated of image ${wanted.image.id}`,
      ),
      observer: person === null ? 'Not stated' : observerName(person),
      finding: undefined,
      outline: [],
      measurements: items.flatMap(({ measurements }) => measurements),
      evaluations: items.flatMap(({ evaluations }) => evaluations),
    })
  }
  return groups
}

interface Items {
  readonly measurements: readonly Measurement[]
  readonly evaluations: readonly Evaluation[]
}

function itemsOf({ field, value }: StatedValue, { image, language }: Wanted): Items {
  const codeOf = (each: FieldConcept) => conceptCode(each, image)
  const concept = codeOf(fieldConcept(field, language))
  const exchanged = exchangedValue(field, value, language)
  switch (exchanged.kind) {
    case 'number':
      return {
        measurements: [{ concept, value: exchanged.number, unit: unitCode(exchanged.unit) }],
        evaluations: [],
      }
    case 'concept':
      return evaluated([{ concept, code: codeOf(exchanged.concept) }])
    case 'concepts':
      return evaluated(exchanged.concepts.map((each) => ({ concept, code: codeOf(each) })))
    case 'yesNo':
      return evaluated([{ concept, code: exchanged.isSo ? yes : no }])
    case 'cannotTell':
      return evaluated([{ concept, code: indeterminate }])
    case 'text':
      return evaluated([{ concept, text: exchanged.text }])
    case 'date':
      return evaluated([{ concept, day: exchanged.day }])
  }
}

/** CID 230. */
const yes = snomedCode('373066001', 'Yes')
const no = snomedCode('373067005', 'No')
/** CID 42. */
const indeterminate = dicomCode('114011', 'Value indeterminate')

function evaluated(evaluations: readonly Evaluation[]): Items {
  return { measurements: [], evaluations }
}

/** The code of the first terminology that DICOM knows, else a private code. */
function conceptCode({ code, codes, text }: FieldConcept, image: ImageRow): Code {
  for (const { system, code: value, display } of codes) {
    const scheme = designators[system]
    if (scheme !== undefined) return { value, scheme, meaning: longString(display) }
  }
  // Keys of fields are unique in their dataset; a backslash would part values.
  const value = `FIELD-${image.dataset_id}-${code}`.replaceAll('\\', '/')
  return { value, scheme: measureScheme, meaning: longString(text) }
}

function unitCode(unit: string | null): Code {
  const value = (unit ?? '1').replaceAll('\\', '/')
  return { value, scheme: 'UCUM', meaning: unit === null ? 'no units' : longString(value) }
}
