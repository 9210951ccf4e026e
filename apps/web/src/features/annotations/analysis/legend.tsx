import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'
import type { Look, MarkDescription } from '#contract/results/description'
import { describedKind, overviewOf } from '#contract/results/kinds'

import { useLocalised } from '../../../i18n/localised.ts'
import classes from './legend.module.css'
import { useAreaName } from './use-area-name.ts'

interface LegendProps {
  result: AnalysisResult
  /** The results of the same analysis, because an overview shows several of them. */
  others: readonly AnalysisResult[]
}

/** The meaning of the marks in a result's picture, by colour, and by shape for colour-blind readers. */
export function Legend({ result, others }: LegendProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const areaName = useAreaName()
  const marks = marksOf(result, others)
  const entries =
    marks.length === 0
      ? result.parts.map((part, i) => ({ name: areaName(part), look: partLook(i) }))
      : marks.map(({ name, look }) => ({ name: localised(name), look }))
  return (
    <ul className={classes['legend']} aria-label={t('analysis.legend')}>
      {entries.map(({ name, look }) => (
        <li key={name}>
          <span
            className={classes['mark']}
            data-form={look.form}
            style={{ color: look.colour }}
            aria-hidden
          />
          {name}
        </li>
      ))}
    </ul>
  )
}

function marksOf({ kind }: AnalysisResult, others: readonly AnalysisResult[]): MarkDescription[] {
  const kinds = describedKind(kind).isOverview
    ? overviewOf(others).map((each) => each.kind)
    : [kind]
  return kinds.flatMap((each) => describedKind(each).marks ?? [])
}

/** Looks of the areas of a kind without marks of its own, in their order. */
const partLooks: readonly [Look, ...Look[]] = [
  { form: 'area', colour: '#ffe140' },
  { form: 'stripes', colour: '#00e5ff' },
  { form: 'area', colour: '#ffffff' },
  { form: 'stripes', colour: '#d666ff' },
]

function partLook(i: number): Look {
  return partLooks[i % partLooks.length] ?? partLooks[0]
}
