import type { Field } from '../field.ts'

/** Free text about a photograph. */
export const comment: Field = {
  key: 'comment',
  type: 'text',
  subject: 'image',
  words: { en: 'Comment', ko: '의견' },
  cannotTell: false,
  required: false,
  multiline: true,
  most: 2000,
}
