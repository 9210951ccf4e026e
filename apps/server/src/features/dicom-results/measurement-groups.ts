import { DiscNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import { snomedCode, type Code } from '#dicom/objects/common'
import type { Measurement, MeasurementGroup } from '#dicom/objects/measurement-report'
import { codedMeasures, measureScheme, uncodedMeasures } from '#report/coded-measures'
import type { Writing } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import type { ResultRow } from '../analysis/queries.ts'
import { uidFor } from '../images/dicom/uids.ts'
import type { ImageRow } from '../images/queries.ts'

const ucum = (value: string, meaning: string): Code => ({ value, scheme: 'UCUM', meaning })

/** What was measured of the vessels and the disc of an image, and what could not be. */
export async function measurementGroups(
  db: Db,
  image: ImageRow,
  { results, writing }: { results: readonly ResultRow[]; writing: Writing },
): Promise<MeasurementGroup[]> {
  const numbers = new Map(results.map(({ kind, numbers: own }) => [kind, own]))
  const zones = ZoneNumbers.safeParse(numbers.get('zones')).data
  const { disc } = DiscNumbers.safeParse(numbers.get('optic_disc')).data ?? { disc: null }
  const found: Omit<MeasurementGroup, 'trackingUid'>[] = []
  if (zones !== undefined) {
    found.push({
      trackingIdentifier: 'Retinal vessels',
      finding: snomedCode('59820001', 'Blood vessel'),
      outline: [],
      measurements: vesselMeasurements(zones, writing),
    })
  }
  if (disc !== null) {
    found.push({
      trackingIdentifier: 'Optic disc',
      finding: snomedCode('81016008', 'Optic disc'),
      outline: disc.outline.flatMap(({ x, y }) => [x, y]),
      measurements: [
        {
          concept: snomedCode('81827009', 'Diameter'),
          value: disc.diameterPx,
          unit: ucum('{pixels}', 'pixels'),
        },
      ],
    })
  }
  const groups: MeasurementGroup[] = []
  for (const group of found.filter(({ measurements }) => measurements.length > 0)) {
    const owner = `${group.trackingIdentifier} of image ${image.id}`
    groups.push({ ...group, trackingUid: await uidFor(db, 'tracking', owner) })
  }
  return groups
}

function vesselMeasurements(zones: ZoneNumbers, writing: Writing): Measurement[] {
  return [
    ...codedMeasures(zones, writing).map(({ key, name, value, unit }) => ({
      concept: conceptOf(key, name),
      value,
      unit: ucum(unit.code, unit.meaning),
    })),
    ...uncodedMeasures(zones, writing).map(({ key, name, reason }) => ({
      concept: conceptOf(key, name),
      notMeasurable: reason,
    })),
  ]
}

function conceptOf(key: string, name: string): Code {
  return { value: key, scheme: measureScheme, meaning: name }
}
