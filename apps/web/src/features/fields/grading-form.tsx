import { Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { DatasetField, Field } from '#contract/fields/field'
import { isRequired, normalAnswers, withComputed } from '#contract/fields/rules'
import { type FieldValue, type FieldValues, isSeveral, sameValue } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { FieldInput } from './field-input.tsx'
import {
  type Answer,
  answersOf,
  answerTo,
  askedFields,
  neighbourOf,
  nextToAnswer,
  normalKey,
} from './grading.ts'
import classes from './grading-form.module.css'

interface GradingFormProps {
  fields: readonly DatasetField[]
  values: FieldValues
  /** Null removes the value. */
  onChange: (field: Field, value: FieldValue | null) => void
  /** Called by Enter after the last field. */
  onDone: () => void
  onLeave: () => void
}

/**
 * The fields one after the other, answered by the keyboard alone: a key for each answer, which goes on to
 * the next field, Enter for the next field or, after the last, the next image, Escape to leave. One key
 * gives the answers of a normal eye and goes on to the next image.
 */
export function GradingForm({
  fields: described,
  values,
  onChange,
  onDone,
  onLeave,
}: GradingFormProps) {
  const { t } = useTranslation()
  const fields = described.map(({ field }) => field)
  const [chosen, setChosen] = useState<string | null>(
    () => nextToAnswer(fields, values, null)?.key ?? null,
  )
  const asked = askedFields(fields, values)
  // A rule may hide the field that was chosen.
  const current = asked.find(({ key }) => key === chosen) ?? asked[0]
  const answer = (field: Field, value: FieldValue | null) => {
    onChange(field, value)
    if (value === null || field.type === 'choices') return
    const next = nextToAnswer(fields, { ...values, [field.key]: value }, field.key)
    if (next !== null) setChosen(next.key)
  }
  const goOn = (field: Field) => {
    const next = neighbourOf(asked, field.key, 1) ?? missingIn(asked, fields, values)
    if (next === null) onDone()
    else setChosen(next.key)
  }
  const hasNormal = asked.some(({ normal }) => normal !== undefined)
  const answerNormal = () => {
    const answers = normalAnswers(fields, values)
    for (const field of fields) {
      const value = answers[field.key]
      if (value !== undefined) onChange(field, value)
    }
    const all = { ...values, ...answers }
    const missing = missingIn(askedFields(fields, all), fields, all)
    if (missing === null) onDone()
    else setChosen(missing.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, shiftKey } = event
    if (current === undefined || event.nativeEvent.isComposing) return
    if (hasNormal && isNormalKey(event)) {
      event.preventDefault()
      return answerNormal()
    }
    // A list of options takes Enter for itself.
    if (event.defaultPrevented || (key !== 'Escape' && key !== 'Enter')) return
    if (key === 'Enter' && target instanceof HTMLTextAreaElement && !ctrlKey) return
    event.preventDefault()
    // Takes over what was typed.
    if (target instanceof HTMLElement) target.blur()
    if (key === 'Escape') onLeave()
    else if (shiftKey) setChosen((neighbourOf(asked, current.key, -1) ?? current).key)
    else goOn(current)
  }
  return (
    <div className={classes['form']} role="presentation" onKeyDown={onKeyDown}>
      {asked.map((field) =>
        field === current ? (
          <Asked
            key={field.key}
            field={field}
            value={values[field.key]}
            isRequired={isRequired(field, withComputed(fields, values))}
            onAnswer={(value) => answer(field, value)}
          />
        ) : (
          <button
            key={field.key}
            type="button"
            className={classes['other']}
            onClick={() => setChosen(field.key)}
          >
            <span className={classes['name']}>{field.words[currentLanguage()]}</span>
            <span className={classes['value']}>
              {inWords(field, values[field.key]) ?? t('fields.notSet')}
            </span>
          </button>
        ),
      )}
      <Text size="xs" c="dimmed">
        {hasNormal && `${t('fields.normalKey', { key: normalKey })} · `}
        {t('fields.gradingKeys')}
      </Text>
    </div>
  )
}

/** The first field that must have a value and has none. */
function missingIn(
  asked: readonly Field[],
  fields: readonly Field[],
  values: FieldValues,
): Field | null {
  const known = withComputed(fields, values)
  return asked.find((field) => isRequired(field, known) && known[field.key] === undefined) ?? null
}

function inWords(field: Field, value: FieldValue | undefined): string | null {
  return value === undefined ? null : valueInWords(field, value, currentLanguage())
}

interface AskedProps {
  field: Field
  value: FieldValue | undefined
  isRequired: boolean
  onAnswer: (value: FieldValue | null) => void
}

/** The field that the keys answer; it takes the focus. */
function Asked(props: AskedProps) {
  const answers = answersOf(props.field, currentLanguage())
  return answers.length > 0 ? <Choices {...props} answers={answers} /> : <Typed {...props} />
}

function Choices({ field, value, answers, onAnswer }: AskedProps & { answers: Answer[] }) {
  const several = field.type === 'choices'
  const language = currentLanguage()
  const give = (answer: Answer) => onAnswer(several ? toggled(value, answer.value) : answer.value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const answer = answerTo(event.nativeEvent, answers)
    if (answer !== undefined) give(answer)
    else if (event.key === 'Backspace' || event.key === 'Delete') onAnswer(null)
    else return
    event.preventDefault()
  }
  const content = (
    <>
      <div className={classes['name']}>{field.words[language]}</div>
      {field.help !== undefined && (
        <Text size="xs" c="dimmed">
          {field.help[language]}
        </Text>
      )}
      {answers.map((answer) => (
        <button
          key={answer.key}
          type="button"
          tabIndex={-1}
          className={classes['answer']}
          role={several ? 'checkbox' : 'radio'}
          aria-checked={isGiven(value, answer.value)}
          aria-keyshortcuts={answer.key}
          onClick={() => give(answer)}
        >
          <kbd aria-hidden>{answer.key}</kbd>
          <span>{answer.words}</span>
        </button>
      ))}
    </>
  )
  // The keys of all answers reach the group, which therefore takes the focus itself.
  const shared = {
    ref: takeFocus,
    className: classes['asked'],
    'aria-label': field.words[language],
    tabIndex: 0,
    onKeyDown,
  }
  return several ? (
    <fieldset {...shared}>{content}</fieldset>
  ) : (
    <div role="radiogroup" {...shared}>
      {content}
    </div>
  )
}

function isGiven(value: FieldValue | undefined, answer: FieldValue): boolean {
  if (value === undefined) return false
  if (isSeveral(value)) return typeof answer === 'string' && value.includes(answer)
  return sameValue(value, answer)
}

/** Several choices with one more or one less. */
function toggled(value: FieldValue | undefined, answer: FieldValue): FieldValue | null {
  if (typeof answer !== 'string') return answer
  const known = value !== undefined && isSeveral(value) ? value : []
  const left = known.filter((each) => each !== answer)
  const all = left.length === known.length ? [...known, answer] : left
  return all.length === 0 ? null : all
}

function Typed({ field, value, isRequired: isNeeded, onAnswer }: AskedProps) {
  return (
    <div ref={focusInput} className={classes['asked']}>
      <FieldInput field={field} value={value} isRequired={isNeeded} onChange={onAnswer} />
    </div>
  )
}

/** Not if the key is part of a text or a number that is typed. */
function isNormalKey({ key, target }: KeyboardEvent): boolean {
  const isTypedIn = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return key === normalKey && !isTypedIn
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}

function focusInput(box: HTMLElement | null): void {
  takeFocus(box?.querySelector<HTMLElement>('input, textarea') ?? null)
}
