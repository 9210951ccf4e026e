import type { CategoryRole } from './category-role.ts'
import type { Localised } from './results/description.ts'

/** A category that a template adds. A category of one of its names gets its colour and its role. */
export interface TemplateCategory {
  readonly words: Localised
  readonly color: `#${string}`
  readonly role?: CategoryRole
}

interface CategoryTemplate {
  readonly id: string
  readonly words: Localised
  readonly categories: readonly TemplateCategory[]
}

const disc = {
  words: { en: 'Optic disc', ko: '시신경유두' },
  color: '#66ff99',
  role: 'disc',
} as const
const cup = {
  words: { en: 'Optic cup', ko: '시신경유두함몰' },
  color: '#6600ff',
  role: 'cup',
} as const

/**
 * Sets of categories for fundus photographs, offered to a dataset without any. The colours stay
 * apart, for people with red-green blindness too (category-templates.test.ts).
 */
export const categoryTemplates: readonly CategoryTemplate[] = [
  {
    id: 'structures',
    words: { en: 'Structures', ko: '구조물' },
    categories: [
      disc,
      cup,
      { words: { en: 'Fovea', ko: '중심와' }, color: '#bbffff', role: 'fovea' },
    ],
  },
  {
    id: 'vessels',
    words: { en: 'Vessels', ko: '혈관' },
    categories: [
      { words: { en: 'Arterioles', ko: '세동맥' }, color: '#ff5544', role: 'arteriole' },
      { words: { en: 'Venules', ko: '세정맥' }, color: '#4488ff', role: 'venule' },
    ],
  },
  {
    id: 'diabetic-retinopathy',
    words: { en: 'Diabetic retinopathy', ko: '당뇨망막병증' },
    categories: [
      { words: { en: 'Microaneurysms', ko: '미세동맥류' }, color: '#ff33cc' },
      { words: { en: 'Haemorrhages', ko: '망막출혈' }, color: '#bb0044' },
      { words: { en: 'Hard exudates', ko: '경성 삼출물' }, color: '#ffee44' },
      { words: { en: 'Soft exudates', ko: '연성 삼출물' }, color: '#ffbbff' },
      { words: { en: 'IRMA', ko: '망막내 미세혈관이상' }, color: '#9977aa' },
      { words: { en: 'Neovascularisation', ko: '신생혈관' }, color: '#77cc00' },
      { words: { en: 'Laser scars', ko: '레이저 흉터' }, color: '#aa00aa' },
    ],
  },
  {
    id: 'glaucoma',
    words: { en: 'Glaucoma', ko: '녹내장' },
    categories: [
      disc,
      cup,
      { words: { en: 'Disc haemorrhages', ko: '시신경유두출혈' }, color: '#ffaa88' },
      { words: { en: 'Nerve fibre layer defects', ko: '망막신경섬유층 결손' }, color: '#009900' },
      { words: { en: 'Peripapillary atrophy', ko: '유두주위위축' }, color: '#889966' },
    ],
  },
  {
    id: 'macular-degeneration',
    words: { en: 'Macular degeneration', ko: '황반변성' },
    categories: [
      { words: { en: 'Drusen', ko: '드루젠' }, color: '#88ccbb' },
      { words: { en: 'Geographic atrophy', ko: '지도모양위축' }, color: '#337777' },
    ],
  },
]

/** The categories of all templates, each once. */
export const templateCategories: readonly TemplateCategory[] = [
  ...new Set(categoryTemplates.flatMap(({ categories }) => categories)),
]

/** The category of a template with this name in either language. */
export function templateCategoryNamed(name: string): TemplateCategory | undefined {
  const plain = name.trim().toLowerCase()
  return templateCategories.find(
    ({ words: { en, ko } }) => en.toLowerCase() === plain || ko === plain,
  )
}
