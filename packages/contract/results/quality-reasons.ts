import type { Localised } from './description.ts'

/**
 * Why the quality gate refuses a photograph, or accepts it with limits; stored texts refer to the
 * keys.
 */
export const qualityReasons = {
  'not-a-fundus': { en: 'it is not a fundus photograph', ko: '안저사진이 아님' },
  'ultra-wide-field': {
    en: 'it is an ultra-wide-field picture, which this analysis cannot measure',
    ko: '초광각 안저영상이며, 이 분석은 초광각 영상을 측정하지 않음',
  },
  'too-small': {
    en: 'the field of view is less than 150 pixels wide',
    ko: '시야의 너비가 150픽셀 미만',
  },
  blurred: { en: 'it is blurred', ko: '초점이 흐림' },
  'too-dark': { en: 'it is too dark', ko: '너무 어두움' },
  'too-bright': { en: 'it is too bright', ko: '너무 밝음' },
  'uneven-light': { en: 'it is unevenly lit', ko: '조명이 고르지 않음' },
  'incomplete-field': {
    en: 'much of the field of view is missing',
    ko: '시야의 상당 부분이 보이지 않음',
  },
  'unusual-look': { en: 'it does not look like a typical fundus', ko: '일반적인 안저 소견과 다름' },
  'hidden-vessels': {
    en: 'vessels are hardly visible in part or all of the field',
    ko: '시야의 일부 또는 전체에서 혈관이 잘 보이지 않음',
  },
  'by-model': {
    en: 'the quality model in use here judged it so',
    ko: '영상 품질 모델의 판정',
  },
  unknown: { en: 'its quality is insufficient', ko: '영상 품질이 충분하지 않음' },
} as const satisfies Readonly<Record<string, Localised>>
