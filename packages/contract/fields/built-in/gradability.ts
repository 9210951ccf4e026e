import type { Field } from '../field.ts'

/** Whether a reader can grade the photograph; the quality by the analysis is separate. */
export const gradability: Field = {
  key: 'gradability',
  type: 'choice',
  subject: 'image',
  words: { en: 'Gradability', ko: '판독 가능성' },
  cannotTell: false,
  required: false,
  normal: 'gradable',
  ordered: true,
  options: [
    { value: 'gradable', words: { en: 'Gradable', ko: '판독 가능' } },
    { value: 'limited', words: { en: 'With limits', ko: '제한적' } },
    { value: 'not_gradable', words: { en: 'Not gradable', ko: '판독 불가' } },
  ],
}
