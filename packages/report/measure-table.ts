import type { EyeReport } from '#contract/reports'
import type { MeasureDescription } from '#contract/results/description'
import { measureGroups } from '#contract/results/kinds'

import type { Drawing } from './charts/drawing.ts'
import { rangeChart } from './charts/range-chart.ts'
import { reviewStateOf } from './eye.ts'
import { fill, type Writing } from './language.ts'
import {
  isTold,
  keyOf,
  type Measured,
  type MeasuredEye,
  measuredEye,
  percentileParts,
  placeOf,
  rangeText,
  reasonIn,
  sourceKeys,
  valueText,
} from './measures.ts'

/** The cell of one eye's measure. */
export interface MeasureCell {
  /** The value with its uncertainty and unit, or that it is not measurable. */
  readonly text: string
  /** The reason or the place in the range; empty if there is nothing to say. */
  readonly note: string
  readonly isMeasured: boolean
  readonly isOutside: boolean
}

export interface MeasureRow {
  readonly key: string
  readonly name: string
  /** The full name; empty if it is the same. */
  readonly long: string
  /** In the order of the eyes; null if an eye has no such measure. */
  readonly cells: readonly (MeasureCell | null)[]
  /** The values of all eyes on one scale, with the reference range; null if none is measured. */
  readonly chart: Drawing | null
  /** The reference range; empty if there is none. */
  readonly reference: string
}

interface MeasureGroup {
  readonly title: string
  readonly rows: readonly MeasureRow[]
}

interface Column {
  readonly report: EyeReport
  readonly name: string
  /** Whether a clinician has confirmed the values. */
  readonly state: string
}

export interface MeasureTable {
  readonly columns: readonly Column[]
  /** Measures that at least one eye has. */
  readonly groups: readonly MeasureGroup[]
  /** Measures that no eye has, a line for each reason. */
  readonly unmeasured: readonly string[]
  readonly hasRanges: boolean
  /** Meaning of the uncertainty and of the graphics. */
  readonly legend: readonly string[]
  /** The sources of ranges and percentiles. */
  readonly papers: readonly string[]
}

/** An eye in words, and its numbers; null if it has none. */
interface Eye {
  readonly report: EyeReport
  readonly name: string
  readonly numbers: MeasuredEye | null
}

/** The table of measurements, with a column for each of the eyes. */
export function describeMeasures(reports: readonly EyeReport[], writing: Writing): MeasureTable {
  const { charts, landmarks, measures, report: words } = writing.words
  const eyes = reports.map((report) => ({
    report,
    name: report.eye === 'unknown' ? words.eyeUnknown : landmarks[report.eye],
    numbers: report.analysis && measuredEye(report.analysis.numbers),
  }))
  const hasScale = eyes.some(
    ({ numbers }) => numbers !== null && numbers.micrometresPerPixel !== null,
  )
  const all = measureGroups.map(({ title, measures: described }) => ({
    title: title[writing.language],
    rows: described
      .map((measure) => ({ measure, key: keyOf(measure, hasScale) }))
      .filter(({ key }) => eyes.some(({ numbers }) => isTold(numbers?.measures[key])))
      .map(({ measure, key }) => rowOf(measure, key, { eyes, writing })),
  }))
  const groups = all
    .map(({ title, rows }) => ({ title, rows: rows.filter(isMeasured) }))
    .filter(({ rows }) => rows.length > 0)
  const hasRanges = groups.some(({ rows }) => rows.some(({ reference }) => reference !== ''))
  return {
    columns: eyes.map(({ report, name }) => ({
      report,
      name,
      state: words.states[reviewStateOf(report)],
    })),
    groups,
    unmeasured: unmeasuredIn(all, { eyes, writing }),
    hasRanges,
    legend: [measures.uncertainty, charts.scale, hasRanges ? charts.band : charts.noBand],
    papers: referencePapers(reports),
  }
}

function isMeasured({ cells }: MeasureRow): boolean {
  return cells.some((cell) => cell?.isMeasured)
}

function unmeasuredIn(
  groups: readonly MeasureGroup[],
  { eyes, writing }: { eyes: readonly Eye[]; writing: Writing },
): string[] {
  const { notMeasurableWhy } = writing.words.measures
  const rows = groups.flatMap(({ title, rows: each }) =>
    each
      .filter((row) => !isMeasured(row))
      .map((row) => ({ title, name: row.name, why: reasonsIn(row, eyes) })),
  )
  return [...Map.groupBy(rows, ({ why }) => why)].map(([why, each]) => {
    const names = [...Map.groupBy(each, ({ title }) => title)].map(
      ([title, of]) => `${title}: ${of.map(({ name }) => name).join(', ')}`,
    )
    return fill(notMeasurableWhy, { why, names: names.join('; ') })
  })
}

/** The reason, with the name of each eye if they differ. */
function reasonsIn({ cells }: MeasureRow, eyes: readonly Eye[]): string {
  const notes = cells.map((cell) => cell?.note ?? '')
  const differing = new Set(notes.filter((note) => note !== ''))
  if (differing.size === 1) return [...differing].join()
  return notes
    .flatMap((note, i) => (note === '' ? [] : `${eyes[i]?.name ?? ''}: ${note}`))
    .join('; ')
}

function rowOf(
  { name: names, long }: MeasureDescription,
  key: string,
  { eyes, writing }: { eyes: readonly Eye[]; writing: Writing },
): MeasureRow {
  const name = names[writing.language]
  const lanes = eyes.map((eye) => {
    const measured = measuredOf(key, eye)
    if (measured === null) return null
    const range = placeOf(measured, eye.numbers) === null ? null : measured.reference
    return { eye: eye.report.eye, eyeName: eye.name, measured, range }
  })
  const ranged = lanes.find((lane) => lane !== null && lane.range !== null)
  return {
    key,
    name,
    long: long?.[writing.language] ?? '',
    cells: eyes.map((eye) => cellOf(key, eye, writing)),
    chart: rangeChart(name, lanes, writing),
    reference: ranged ? rangeText(ranged.measured, writing) : '',
  }
}

function measuredOf(key: string, { numbers }: Eye): Measured | null {
  const measure = numbers?.measures[key]
  return measure !== undefined && 'value' in measure ? measure : null
}

function cellOf(key: string, { numbers }: Eye, writing: Writing): MeasureCell | null {
  const measure = numbers?.measures[key]
  if (measure === undefined) return null
  const { measures: words } = writing.words
  if ('notMeasurable' in measure) {
    const note = reasonIn(measure.notMeasurable, writing.words)
    return { text: words.notMeasurable, note, isMeasured: false, isOutside: false }
  }
  const place = placeOf(measure, numbers)
  const told = [place === null ? '' : words[place], percentileText(measure, writing)]
  return {
    text: valueText(measure, writing),
    note: told.filter((each) => each !== '').join('; '),
    isMeasured: true,
    isOutside: place === 'outside',
  }
}

/** The percentile among people of the same age and sex; empty if unknown. */
function percentileText({ percentile }: Measured, writing: Writing): string {
  if (percentile === undefined) return ''
  return fill(writing.words.measures.percentile, percentileParts(percentile, writing))
}

/** The sources of the shown reference ranges and percentiles. */
export function referencePapers(reports: readonly EyeReport[]): string[] {
  const papers = reports.flatMap(({ analysis }) => {
    const eye = analysis && measuredEye(analysis.numbers)
    return Object.values(eye?.measures ?? {}).flatMap((measure) =>
      'value' in measure && (placeOf(measure, eye) !== null || measure.percentile !== undefined)
        ? sourceKeys(measure).flatMap((key) => eye?.sources[key]?.citation ?? [])
        : [],
    )
  })
  return [...new Set(papers)]
}
