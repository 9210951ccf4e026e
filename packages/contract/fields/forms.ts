import { dmeGrade } from './built-in/dme-grade.ts'
import { drGrade } from './built-in/dr-grade.ts'
import { gradability } from './built-in/gradability.ts'
import type { Field } from './field.ts'
import { hypertensiveRetinopathy } from './forms/hypertensive-retinopathy.ts'

/** Fields that belong together, by a published classification; an owner adds them with one click. */
export interface FieldForm {
  readonly id: string
  readonly words: { readonly en: string; readonly ko: string }
  readonly fields: readonly Field[]
}

export const fieldForms: readonly FieldForm[] = [
  {
    id: 'diabetic-retinopathy',
    words: {
      en: 'Diabetic retinopathy (ICDR and DME)',
      ko: '당뇨망막병증(ICDR, 황반부종)',
    },
    fields: [gradability, drGrade, dmeGrade],
  },
  {
    id: 'hypertensive-retinopathy',
    words: {
      en: 'Hypertensive retinopathy (Wong and Mitchell)',
      ko: '고혈압망막병증(Wong-Mitchell)',
    },
    fields: hypertensiveRetinopathy,
  },
]
