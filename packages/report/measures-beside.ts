import { measureGroups } from '#contract/results/kinds'

import { explainedBy, signed } from './difference.ts'
import type { Reader } from './language.ts'
import { keyOf, type Measured, type MeasuredEye, numberTexts, valueText } from './measures.ts'

/** A measure of two photographs that are seen beside each other. */
export interface MeasureBeside {
  readonly key: string
  /** The title of the measures that it belongs to. */
  readonly group: string
  readonly name: string
  readonly here: string
  readonly there: string
  /** The value here less the one there, with its sign. */
  readonly difference: string
  /** The largest difference that the uncertainties of both values explain. */
  readonly explained: string
  readonly isLarger: boolean
}

/** The measures that both photographs have, in reading order; in disc diameters if one has no scale. */
export function measuresBeside(
  here: MeasuredEye,
  there: MeasuredEye,
  reader: Reader,
): MeasureBeside[] {
  const haveScales = [here, there].every(
    ({ scale, micrometresPerPixel }) => scale !== null && micrometresPerPixel !== null,
  )
  return measureGroups.flatMap(({ title, measures }) =>
    measures.flatMap((described) => {
      const key = keyOf(described, haveScales)
      const [a, b] = [here.measures[key], there.measures[key]]
      if (a === undefined || b === undefined || !('value' in a && 'value' in b)) return []
      const names = { group: title[reader.language], name: described.name[reader.language] }
      return [{ key, ...names, ...compare(a, b, reader) }]
    }),
  )
}

function compare(
  a: Measured,
  b: Measured,
  reader: Reader,
): Omit<MeasureBeside, 'key' | 'group' | 'name'> {
  const more = a.value - b.value
  const explained = explainedBy(a, b)
  // With as many digits as the values themselves.
  const sizeText = (size: number) =>
    numberTexts({ value: a.value, uncertainty: size, unit: a.unit }, reader).uncertainty
  return {
    here: valueText(a, reader),
    there: valueText(b, reader),
    difference: signed(more, sizeText),
    explained: `± ${sizeText(explained)}`,
    isLarger: Math.abs(more) > explained,
  }
}
