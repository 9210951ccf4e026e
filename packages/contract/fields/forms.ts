import { dmeGrade } from './built-in/dme-grade.ts'
import { drGrade } from './built-in/dr-grade.ts'
import { gradability } from './built-in/gradability.ts'
import type { Field } from './field.ts'
import { aredsSimplified } from './forms/areds-simplified.ts'
import { glaucomaSuspect } from './forms/glaucoma-suspect.ts'
import { hypertensiveRetinopathy } from './forms/hypertensive-retinopathy.ts'
import { imageQuality } from './forms/image-quality.ts'
import { nhsScreening } from './forms/nhs-screening.ts'

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
  {
    id: 'nhs-screening',
    words: {
      en: 'Diabetic eye screening (NHS England, 2016)',
      ko: '당뇨 눈 검진(영국 NHS, 2016)',
    },
    fields: nhsScreening,
  },
  {
    id: 'areds-simplified',
    words: {
      en: 'Age-related macular degeneration (AREDS simplified)',
      ko: '나이관련황반변성(AREDS 단순 척도)',
    },
    fields: aredsSimplified,
  },
  {
    id: 'glaucoma-suspect',
    words: { en: 'Glaucoma suspect (ISGEO, disc)', ko: '녹내장 의심(ISGEO, 유두)' },
    fields: glaucomaSuspect,
  },
  {
    id: 'image-quality',
    words: { en: 'Image quality', ko: '영상 품질' },
    fields: imageQuality,
  },
]
