import { z } from 'zod'

import { describedInSr } from '#contract/results/kinds'
import { valueAt } from '#contract/results/reading'
import { snomedCode, type Code } from '#dicom/objects/common'
import type { Measurement, MeasurementGroup } from '#dicom/objects/measurement-report'
import { codedMeasures, measureScheme, uncodedMeasures } from '#report/coded-measures'
import type { Writing } from '#report/language'
import { measuredEye, type MeasuredEye } from '#report/measures'

import type { Db } from '../../platform/database/database.ts'
import type { ResultRow } from '../analysis/queries.ts'
import { uidFor } from '../images/dicom/uids.ts'
import type { ImageRow } from '../images/queries.ts'

const ucum = (value: string, meaning: string): Code => ({ value, scheme: 'UCUM', meaning })

/** One group for each kind of result that has one, with measured and missing values. */
export async function measurementGroups(
  db: Db,
  image: ImageRow,
  { results, writing }: { results: readonly ResultRow[]; writing: Writing },
): Promise<MeasurementGroup[]> {
  const numbers = new Map(results.map(({ kind, numbers: own }) => [kind, own]))
  const groups: MeasurementGroup[] = []
  for (const { id, sr } of describedInSr) {
    const own = numbers.get(id)
    const measurements = [
      ...measurementsOf(measuredEye({ [id]: own }), writing),
      ...(sr.lengths ?? []).flatMap(({ at, concept: { value, meaning } }) => {
        const length = z.number().safeParse(valueAt(own, at)).data
        if (length === undefined) return []
        const concept = snomedCode(value, meaning)
        return [{ concept, value: length, unit: ucum('{pixels}', 'pixels') }]
      }),
    ]
    if (measurements.length === 0) continue
    const outline = Outline.safeParse(valueAt(own, sr.outline ?? [])).data ?? []
    const owner = `${sr.tracking} of image ${image.id}`
    groups.push({
      trackingIdentifier: sr.tracking,
      trackingUid: await uidFor(db, 'tracking', owner),
      finding: snomedCode(sr.finding.value, sr.finding.meaning),
      outline: outline.flatMap(({ x, y }) => [x, y]),
      measurements,
    })
  }
  return groups
}

const Outline = z.array(z.object({ x: z.number(), y: z.number() }))

function measurementsOf(eye: MeasuredEye | null, writing: Writing): Measurement[] {
  if (eye === null) return []
  return [
    ...codedMeasures(eye, writing).map(({ key, name, value, unit }) => ({
      concept: conceptOf(key, name),
      value,
      unit: ucum(unit.code, unit.meaning),
    })),
    ...uncodedMeasures(eye, writing).map(({ key, name, reason }) => ({
      concept: conceptOf(key, name),
      notMeasurable: reason,
    })),
  ]
}

function conceptOf(key: string, name: string): Code {
  return { value: key, scheme: measureScheme, meaning: name }
}
