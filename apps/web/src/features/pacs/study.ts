import type { PacsSettings } from '#contract/pacs'
import { mostInstances, type PacsStudy } from '#contract/pacs-search'

/** Whether the study may contain images for a dataset of this modality. */
export function canBeTaken({ modalities }: PacsStudy, modality: PacsSettings['MODALITY']): boolean {
  return modality === 'ANY' || modalities.length === 0 || modalities.includes(modality)
}

/** Whether the dataset has all images of the study in the PACS. */
export function isWhole({ instances, present }: PacsStudy): boolean {
  return instances !== null && instances > 0 && present >= instances
}

/** Whether these studies may have more images than one retrieval allows. */
export function isMoreThanFits(studies: readonly PacsStudy[]): boolean {
  return studies.reduce((sum, { instances }) => sum + (instances ?? 0), 0) > mostInstances
}

const hangul = /\p{Script=Hangul}/u

/** The main spelling of the name, in Korean the one in Hangul, and its other spellings. */
export function writingsOf(
  { names }: PacsStudy,
  language: 'en' | 'ko',
): { first: string | undefined; others: readonly string[] } {
  const korean = language === 'ko' ? names.findLast((name) => hangul.test(name)) : undefined
  const first = korean ?? names[0]
  return { first, others: names.filter((name) => name !== first) }
}

/** The title by which people recognise a study: patient and day. */
export function titleOf(study: PacsStudy, language: 'en' | 'ko'): string {
  const { first = study.patientID } = writingsOf(study, language)
  return study.study_date === null ? first : `${first}, ${study.study_date}`
}
