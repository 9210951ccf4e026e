import { setFields } from '#contract/fields'
import { saveAnnotatorData } from '#contract/annotations'
import { cannotTell, type FieldValue } from '#contract/fields/value'
import { fieldTypes, type Field } from '#contract/fields/field'

import type { Account } from './given.ts'

const common = { cannotTell: true, required: false } as const
const words = (name: string) => ({ en: name, ko: `${name}(한)` })
const options = [
  { value: 'a', words: words('First') },
  { value: 'b', words: words('Second') },
]

/** A field of each type, with a possible value. */
const examples: Readonly<Record<Field['type'], { field: Field; value: FieldValue }>> = {
  choice: {
    field: {
      ...common,
      key: 'a_choice',
      type: 'choice',
      subject: 'image',
      words: words('Choice'),
      ordered: false,
      options,
      codes: [
        {
          system: 'http://loinc.org',
          code: '71490-7',
          display: 'Physical findings of Left retina',
        },
      ],
    },
    value: 'b',
  },
  choices: {
    field: {
      ...common,
      key: 'a_set',
      type: 'choices',
      subject: 'image',
      words: words('Set'),
      options,
    },
    value: ['a', 'b'],
  },
  number: {
    field: {
      ...common,
      key: 'a_number',
      type: 'number',
      subject: 'eye',
      words: words('Number'),
      unit: 'mm[Hg]',
      decimals: 1,
    },
    value: 14.5,
  },
  text: {
    field: {
      ...common,
      key: 'a_text',
      type: 'text',
      subject: 'image',
      words: words('Text'),
      multiline: true,
      most: 5000,
    },
    value: '황반 근처 드루젠\nsecond line',
  },
  yesNo: {
    field: { ...common, key: 'an_answer', type: 'yesNo', subject: 'visit', words: words('Answer') },
    value: false,
  },
  date: {
    field: { ...common, key: 'a_day', type: 'date', subject: 'visit', words: words('Day') },
    value: '2026-03-01',
  },
}

/** The fields of the examples, and another of each type whose value is "cannot tell". */
export const everyField: readonly Field[] = fieldTypes.flatMap((type) => {
  const { field } = examples[type]
  return [field, { ...field, key: `${field.key}_untold`, words: words(`Untold ${type}`) }]
})

/** Describes a field of every type in a dataset. */
export async function describeEveryField(owner: Account, dataset: { id: number }): Promise<void> {
  const { status } = await owner.call(setFields, {
    params: { id: dataset.id },
    body: { fields: [...everyField], replaces: {} },
  })
  if (status !== 200) throw new Error(`Fields were not described: ${status}.`)
}

/** States a value of every type for an image, and "cannot tell" of every type. */
export async function stateEveryField(reader: Account, id: number): Promise<void> {
  const stated = fieldTypes.flatMap((type) => {
    const { field, value } = examples[type]
    return [
      [field.key, { from: null, to: value }],
      [`${field.key}_untold`, { from: null, to: cannotTell }],
    ]
  })
  const fields = Object.fromEntries(stated)
  const { status } = await reader.call(saveAnnotatorData, { body: { image: { id, fields } } })
  if (status !== 200) throw new Error(`Values were not saved: ${status}.`)
}
