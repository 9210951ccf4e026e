import { MeasuredNumbers, QualityNumbers, type Measure } from '#contract/analysis-numbers'
import { byteOrderMark, csvLine } from '#contract/csv'
import { measuringKinds } from '#contract/results/kinds'

import type { Db } from '../../platform/database/database.ts'
import type { AnnotatedImage } from './annotated-images.ts'
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

/** The results of an image that say what was measured. */
export interface Result {
  readonly kind: string
  readonly numbers: unknown
  readonly model_name: string
  readonly model_version: string
  readonly image_id: number
  readonly created_at: Date
}

/** Images fetched at a time, with their results. */
const batch = 200

/**
 * A line for each measure of each analysed image and of each of its regions, with or without annotations.
 * Under pseudonyms it omits the time of the analysis and the source of the scale.
 */
export async function* writeAnalysis({
  db,
  selection,
  onImage,
}: ExportSource): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(columns)
  for await (const { image, results } of analysedImages(db, selection)) {
    const lines = measuredResults(results).flatMap((result) =>
      linesOf(result, { image, results, selection }),
    )
    if (lines.length === 0) continue
    yield lines.join('')
    await onImage()
  }
}

interface Analysed {
  readonly image: AnnotatedImage['image']
  readonly results: readonly Result[]
}

/** The lines of one result that measures. */
function linesOf(
  result: Result,
  { image, results, selection }: Analysed & { readonly selection: Selection },
): string[] {
  const numbers = MeasuredNumbers.safeParse(result.numbers).data
  if (numbers === undefined) return []
  const quality = results.find(({ kind }) => kind === 'quality')
  const { grade = '', visibility = '' } = QualityNumbers.safeParse(quality?.numbers).data ?? {}
  const { scale } = numbers
  const shared = [
    ...imageFields(image, selection.pseudonyms),
    selection.pseudonyms === null ? result.created_at.toISOString() : '',
    `${result.model_name} ${result.model_version}`,
    grade,
    String(visibility),
    scale?.kind === 'stated' ? String(scale.micrometresPerPixel) : '',
    scale?.kind === 'stated' && selection.pseudonyms === null ? scale.source : '',
  ]
  return measuresOf(numbers).map(({ name, measure, region }) =>
    csvLine([...shared, name, ...measureFields(measure), region]),
  )
}

/** In the order of the kinds. */
export function measuredResults(results: readonly Result[]): Result[] {
  return measuringKinds.flatMap(({ id }) => results.find(({ kind }) => kind === id) ?? [])
}

/** The measures of a result, of the whole image and of its regions. */
export function measuresOf(
  numbers: MeasuredNumbers,
): { name: string; measure: Measure; region: string }[] {
  const whole = { region: '', measures: numbers.measures }
  return [whole, ...numbers.regions].flatMap(({ region, measures }) =>
    Object.entries(measures).map(([name, measure]) => ({ name, measure, region })),
  )
}

function measureFields(measure: Measure): string[] {
  if (!('value' in measure)) return ['', '', '', measure.notMeasurable]
  return [String(measure.value), String(measure.uncertainty), measure.unit, '']
}

/** With their current measures and quality, in the order of their ids. */
async function* analysedImages(
  db: Db,
  selection: Selection,
): AsyncGenerator<Analysed, void, undefined> {
  const all = { ...selection, withEmptyImages: true }
  for await (const images of imageBatches(db, all, batch)) {
    const ids = images.map(({ id }) => id)
    const results = await currentResults(db, ids)
    const byImage = Map.groupBy(results, ({ image_id: id }) => id)
    for (const image of images) {
      const own = byImage.get(image.id)
      if (own !== undefined) yield { image, results: own }
    }
  }
}

/** The current measures and quality of images. */
export function currentResults(db: Db, imageIds: readonly number[]): Promise<Result[]> {
  return db
    .selectFrom('analysis_result as result')
    .innerJoin('analysis', 'analysis.id', 'result.analysis_id')
    .select(['result.kind', 'result.numbers', 'result.model_name', 'result.model_version'])
    .select(['analysis.image_id', 'analysis.created_at'])
    .where('analysis.image_id', 'in', [...imageIds])
    .where('result.kind', 'in', ['quality', ...measuringKinds.map(({ id }) => id)])
    .where('analysis.replaced_at', 'is', null)
    .execute()
}
