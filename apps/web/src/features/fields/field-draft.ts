import { type Condition, FieldKey } from '#contract/fields/condition'
import { misfitOf } from '#contract/fields/rules'
import { type FieldValue, longestText } from '#contract/fields/value'
import { Field, type FieldSubject } from '#contract/fields/field'

interface OptionDraft {
  readonly id: number
  readonly value: string
  readonly en: string
  readonly ko: string
}

/** A field in its form: the texts of the inputs. */
export interface FieldDraft {
  readonly key: string
  readonly en: string
  readonly ko: string
  readonly helpEn: string
  readonly helpKo: string
  readonly type: Field['type']
  readonly subject: FieldSubject
  readonly cannotTell: boolean
  readonly required: boolean
  /** The answer for a normal eye; null if there is none. */
  readonly normal: FieldValue | null
  readonly perReader: boolean
  /** Of a field that each reader states. */
  readonly showsOthers: boolean
  readonly options: readonly OptionDraft[]
  readonly ordered: boolean
  readonly unit: string
  readonly min: string
  readonly max: string
  readonly decimals: string
  readonly multiline: boolean
  /** Maximum length of a text, in characters. */
  readonly most: number
  /** The field that decides whether this one is shown, and the options for which it is shown. */
  readonly shownBy: string
  readonly shownFor: readonly string[]
  /** Parts of the field without an input, kept unchanged. */
  readonly kept: Partial<
    Pick<Field, 'codes' | 'requiredWhen' | 'computed' | 'source' | 'shownWhen'>
  >
  /** By option value. */
  readonly optionCodes: Readonly<Record<string, Field['codes']>>
}

/** A part of the form: the draft, and how to change it. */
export interface DraftPart {
  draft: FieldDraft
  set: (change: Partial<FieldDraft>) => void
}

export const newDraft: FieldDraft = {
  key: '',
  en: '',
  ko: '',
  helpEn: '',
  helpKo: '',
  type: 'choice',
  subject: 'image',
  cannotTell: false,
  required: false,
  normal: null,
  perReader: false,
  showsOthers: false,
  options: [
    { id: 0, value: '', en: '', ko: '' },
    { id: 1, value: '', en: '', ko: '' },
  ],
  ordered: false,
  unit: '',
  min: '',
  max: '',
  decimals: '0',
  multiline: false,
  most: longestText,
  shownBy: '',
  shownFor: [],
  kept: {},
  optionCodes: {},
}

export function draftOf(field: Field): FieldDraft {
  const rule = simpleRule(field.shownWhen)
  return {
    ...newDraft,
    ...field.words,
    key: field.key,
    helpEn: field.help?.en ?? '',
    helpKo: field.help?.ko ?? '',
    type: field.type,
    subject: field.subject,
    cannotTell: field.cannotTell,
    required: field.required,
    normal: field.normal ?? null,
    perReader: field.perReader !== undefined,
    showsOthers: field.perReader?.showsOthers ?? false,
    ...draftOfType(field),
    shownBy: rule?.field ?? '',
    shownFor: rule?.options ?? [],
    kept: keptOf(field, rule !== null),
  }
}

function draftOfType(field: Field): Partial<FieldDraft> {
  switch (field.type) {
    case 'choice':
      return { ...optionDrafts(field), ordered: field.ordered }
    case 'choices':
      return optionDrafts(field)
    case 'number':
      return {
        unit: field.unit ?? '',
        min: textOf(field.min),
        max: textOf(field.max),
        decimals: String(field.decimals),
      }
    case 'text':
      return { multiline: field.multiline, most: field.most }
    case 'yesNo':
    case 'date':
      return {}
  }
}

function optionDrafts({ options }: Extract<Field, { type: 'choice' | 'choices' }>) {
  return {
    options: options.map(({ value, words }, id) => ({ id, value, ...words })),
    optionCodes: Object.fromEntries(options.map((option) => [option.value, option.codes])),
  }
}

function keptOf(field: Field, hasSimpleRule: boolean): FieldDraft['kept'] {
  const { codes, requiredWhen, computed, source, shownWhen } = field
  return {
    ...(codes && { codes }),
    ...(requiredWhen && { requiredWhen }),
    ...(computed && { computed }),
    ...(source !== undefined && { source }),
    ...(shownWhen && !hasSimpleRule && { shownWhen }),
  }
}

function textOf(number: number | undefined): string {
  return number === undefined ? '' : String(number)
}

/** The rule as a field and its options; null for any other rule, or none. */
function simpleRule(rule: Condition | undefined): { field: string; options: string[] } | null {
  if (rule === undefined || !('in' in rule)) return null
  const options = rule.in.filter((value) => typeof value === 'string')
  return options.length === rule.in.length ? { field: rule.field, options } : null
}

/** The field that the form describes; undefined while it is incomplete. */
export function fieldIn(draft: FieldDraft): Field | undefined {
  const help = wordsOf(draft.helpEn, draft.helpKo)
  const common = {
    ...draft.kept,
    key: draft.key,
    words: wordsOf(draft.en, draft.ko),
    ...(help && { help }),
    subject: draft.subject,
    cannotTell: draft.cannotTell,
    required: draft.required,
    ...(draft.perReader &&
      draft.subject !== 'annotation' && { perReader: { showsOthers: draft.showsOthers } }),
    ...(draft.shownBy !== '' &&
      draft.shownFor.length > 0 && { shownWhen: { field: draft.shownBy, in: draft.shownFor } }),
  }
  const field = Field.safeParse({ ...common, ...partOfType(draft) }).data
  // Its option may have been removed or renamed.
  const isNormal = field && draft.normal !== null && misfitOf(field, draft.normal) === null
  return isNormal ? { ...field, normal: draft.normal } : field
}

function partOfType(draft: FieldDraft): object {
  const { type } = draft
  switch (type) {
    case 'choice':
      return { type, options: optionsOf(draft), ordered: draft.ordered }
    case 'choices':
      return { type, options: optionsOf(draft) }
    case 'number':
      return {
        type,
        ...(draft.unit.trim() !== '' && { unit: draft.unit }),
        ...(draft.min !== '' && { min: Number(draft.min) }),
        ...(draft.max !== '' && { max: Number(draft.max) }),
        decimals: Number(draft.decimals),
      }
    case 'text':
      return { type, multiline: draft.multiline, most: draft.most }
    case 'yesNo':
    case 'date':
      return { type }
  }
}

function optionsOf({ options, optionCodes }: FieldDraft): object[] {
  return options.map(({ value, en, ko }) => {
    const own = value.trim()
    const codes = optionCodes[own]
    // An option without a name gets its value as the name.
    return { value: own, words: wordsOf(en, ko) ?? { en: own, ko: own }, ...(codes && { codes }) }
  })
}

/** A missing language is filled from the other; undefined if both are missing. */
function wordsOf(en: string, ko: string): { en: string; ko: string } | undefined {
  const [english, korean] = [en.trim(), ko.trim()]
  if (english === '' && korean === '') return undefined
  return { en: english || korean, ko: korean || english }
}

/** A key for a name: dr_grade for 'DR grade'; '' if the name has no Latin letter. */
export function keyFrom(name: string): string {
  const key = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replace(/^[^a-z]+/u, '')
    .slice(0, 40)
    .replace(/_+$/u, '')
  return FieldKey.safeParse(key).success ? key : ''
}
