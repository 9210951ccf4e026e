import { createInstance } from 'i18next'
import { expect, test } from 'vitest'

import { en } from '../../i18n/en.ts'
import { detailText } from './detail-text.ts'

const { t } = createInstance({ lng: 'en', resources: { en: { translation: en } } }, () => undefined)

test.each([
  [true, 'Yes'],
  [['lee', 'kim'], 'lee, kim'],
  [[{ username: 'lee', from: null, to: 'viewer' }], 'lee (none → Viewer)'],
  [[{ group: 'Readers', from: 'grader', to: null }], 'Readers (Grader → none)'],
  [[{ dataset: 12, role: 'clinician' }], '12 (Clinician)'],
  [{ other: 1 }, '{"other":1}'],
])('%j is told as %s', (value, text) => {
  expect(detailText(value, t)).toBe(text)
})
