import { Alert, Badge, Text } from '@mantine/core'

import type { AnalysisResult } from '#contract/analysis'
import { MeasuredNumbers } from '#contract/analysis-numbers'
import { describedKind, type DescribedKind } from '#contract/results/kinds'
import { notesFor, valueAt } from '#contract/results/reading'
import { factText } from '#report/facts'

import { reader } from '../../../i18n/format.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { Fact } from './fact.tsx'
import { Measures } from './measures.tsx'
import { ownPanels } from './own-panels.tsx'
import classes from './results.module.css'

interface FindingsProps {
  result: AnalysisResult
  numbers: unknown
}

/** An open result in words and numbers: as its description defines, then in a panel of its kind. */
export function Findings({ result, numbers }: FindingsProps) {
  const kind = describedKind(result.kind)
  return (
    <>
      <Verdict kind={kind} numbers={numbers} />
      <Notes kind={kind} numbers={numbers} />
      <Facts kind={kind} numbers={numbers} />
      {kind.measures !== undefined && (
        <Measures groups={kind.measures} numbers={MeasuredNumbers.parse(numbers)} />
      )}
      {ownPanels[kind.id]?.(numbers)}
    </>
  )
}

interface DescribedProps {
  kind: DescribedKind
  numbers: unknown
}

const toneColours = { good: 'teal', caution: 'yellow', bad: 'red' } as const

function Verdict({ kind: { verdict }, numbers }: DescribedProps) {
  const localised = useLocalised()
  const value = verdict && valueAt(numbers, verdict.at)
  const told = typeof value === 'string' ? verdict?.values[value] : undefined
  if (told === undefined) return null
  return (
    <Badge color={toneColours[told.tone]} variant="light" size="lg" tt="none">
      {localised(told.name)}
    </Badge>
  )
}

function Notes({ kind: { meaning, notes }, numbers }: DescribedProps) {
  const localised = useLocalised()
  const shown = notesFor(notes, numbers).filter(({ panel }) => panel !== undefined)
  return (
    <>
      {shown.map(({ text, panel }) =>
        panel === 'warning' ? (
          <Alert key={text.en} color="yellow" p="xs">
            {localised(text)}
          </Alert>
        ) : (
          <Text key={text.en} size="sm">
            {localised(text)}
          </Text>
        ),
      )}
      {meaning !== undefined && <Text size="sm">{localised(meaning)}</Text>}
    </>
  )
}

function Facts({ kind: { facts }, numbers }: DescribedProps) {
  const localised = useLocalised()
  if (facts === undefined) return null
  const told = facts.map((fact) => ({
    name: localised(fact.name),
    text: factText(fact, numbers, reader()),
  }))
  return (
    <dl className={classes['facts']}>
      {told
        .filter(({ text }) => text !== null)
        .map(({ name, text }) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
    </dl>
  )
}
