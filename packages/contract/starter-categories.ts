import type { Localised } from './results/description.ts'

/** Categories that most work on fundus photographs begins with, offered to a dataset without any. */
export const starterCategories = [
  { en: 'Optic disc', ko: '시신경유두' },
  { en: 'Optic cup', ko: '시신경유두함몰' },
  { en: 'Fovea', ko: '중심와' },
  { en: 'Arterioles', ko: '세동맥' },
  { en: 'Venules', ko: '세정맥' },
  { en: 'Microaneurysms', ko: '미세동맥류' },
  { en: 'Haemorrhages', ko: '망막출혈' },
  { en: 'Hard exudates', ko: '경성 삼출물' },
  { en: 'Soft exudates', ko: '연성 삼출물' },
  { en: 'Drusen', ko: '드루젠' },
] as const satisfies readonly Localised[]
