import { QualityNumbers, ZoneNumbers, type Measure } from '#contract/analysis-numbers'

import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ExportSource } from './export-source.ts'
import { imageFields, imageColumns } from './image-columns.ts'
import { imageBatches, type Selection } from './selection.ts'

const columns = [
  ...imageColumns,
  'analysed_at',
  'software',
  'quality',
  'visibility',
  'micrometres_per_pixel',
  'scale_source',
  'measure',
  'value',
  'uncertainty_1_sd',
  'unit',
  'not_measurable',
  'region',
] as const

/** Images fetched at a time, with their results. */
const batch = 200

/**
 * A line for each measure of each analysed image and of each of its regions, with or without annotations. Under pseudonyms it
 * does not tell the time of the analysis, nor who states the scale.
 */
export async function* writeAnalysis({
  db,
  selection,
  onImage,
}: ExportSource): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(columns)
  for await (const { image, zones, quality } of analysedImages(db, selection)) {
    const numbers = ZoneNumbers.safeParse(zones.numbers).data
    if (numbers === undefined) continue
    const { grade = '', visibility = '' } = QualityNumbers.safeParse(quality?.numbers).data ?? {}
    const { scale } = numbers
    const shared = [
      ...imageFields(image, selection.pseudonyms),
      selection.pseudonyms === null ? zones.created_at.toISOString() : '',
      `${zones.model_name} ${zones.model_version}`,
      grade,
      String(visibility),
      scale?.kind === 'stated' ? String(scale.micrometresPerPixel) : '',
      scale?.kind === 'stated' && selection.pseudonyms === null ? scale.source : '',
    ]
    const linesOf = (measures: Readonly<Record<string, Measure>>, region: string): string[] =>
      Object.entries(measures).map(([name, measure]) =>
        csvLine([...shared, name, ...measureFields(measure), region]),
      )
    const byRegion = numbers.regions.flatMap(({ region, measures }) => linesOf(measures, region))
    yield [...linesOf(numbers.measures, ''), ...byRegion].join('')
    await onImage()
  }
}

function measureFields(measure: Measure): string[] {
  if (!('value' in measure)) return ['', '', '', measure.notMeasurable]
  return [String(measure.value), String(measure.uncertainty), measure.unit, '']
}

/** With their current measures and quality, in the order of their ids. */
async function* analysedImages(db: Db, selection: Selection) {
  const all = { ...selection, withEmptyImages: true }
  for await (const images of imageBatches(db, all, batch)) {
    const ids = images.map(({ id }) => id)
    const results = await db
      .selectFrom('analysis_result as result')
      .innerJoin('analysis', 'analysis.id', 'result.analysis_id')
      .select(['result.kind', 'result.numbers', 'result.model_name', 'result.model_version'])
      .select(['analysis.image_id', 'analysis.created_at'])
      .where('analysis.image_id', 'in', ids)
      .where('result.kind', 'in', ['zones', 'quality'])
      .where('analysis.replaced_at', 'is', null)
      .execute()
    const byImage = Map.groupBy(results, ({ image_id: id }) => id)
    for (const image of images) {
      const own = byImage.get(image.id) ?? []
      const zones = own.find(({ kind }) => kind === 'zones')
      const quality = own.find(({ kind }) => kind === 'quality')
      if (zones !== undefined) yield { image, zones, quality }
    }
  }
}
