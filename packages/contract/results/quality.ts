import { QualityNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'
import { qualityReasons } from './quality-reasons.ts'

/** The grades of a photograph, in words. */
export const qualityGrades = {
  gradable: { name: { en: 'Gradable', ko: '분석 가능' }, tone: 'good' },
  limited: { name: { en: 'Usable with limits', ko: '제한적으로 분석 가능' }, tone: 'caution' },
  'not-gradable': { name: { en: 'Not gradable', ko: '분석 불가(영상 품질)' }, tone: 'bad' },
} as const

export const quality = resultKind({
  id: 'quality',
  name: 'Image quality',
  title: { en: 'Image quality', ko: '영상 품질' },
  purpose: 'findings',
  numbers: QualityNumbers,
  icon: 'photograph',
  verdict: { at: ['grade'], values: qualityGrades },
  notes: [
    {
      if: [{ at: ['grade'], is: 'not-gradable' }],
      text: {
        en: 'Nothing was measured, because a measurement of this photograph would mean nothing.',
        ko: '이 사진의 측정값은 의미가 없으므로 측정하지 않았습니다.',
      },
      panel: 'text',
    },
    {
      if: [{ at: ['grade'], is: 'not-gradable' }],
      text: {
        en: 'No vessels were measured and no risk is given, because the photograph is not gradable.',
        ko: '영상 품질 때문에 분석할 수 없어 혈관을 측정하지 않았고 위험도도 제시하지 않습니다.',
      },
      report: 'found',
    },
    {
      if: [{ at: ['grade'], is: 'not-gradable' }],
      text: {
        en: 'Take another photograph where that is possible.',
        ko: '가능하면 다시 촬영해 주세요.',
      },
      report: 'found',
    },
    {
      if: [{ at: ['grade'], is: 'limited' }],
      text: {
        en: 'Measurements may be less certain.',
        ko: '측정값의 불확실성이 클 수 있습니다.',
      },
      panel: 'text',
      report: 'sure',
    },
  ],
  facts: [
    {
      at: ['reasons'],
      name: { en: 'Why', ko: '이유' },
      values: qualityReasons,
      otherwise: qualityReasons.unknown,
    },
    {
      at: ['visibility'],
      name: { en: 'Vessels that can be seen', ko: '보이는 혈관의 비율' },
      unit: 'share',
      isReported: true,
    },
    {
      at: ['fundus'],
      name: { en: 'Certainty that it is a fundus', ko: '안저사진일 확률' },
      unit: 'share',
    },
  ],
  reported: {
    step: null,
    place: 1,
    plain: {
      lookedAt: null,
      notes: [
        {
          if: [{ at: ['grade'], is: 'not-gradable' }],
          text: {
            en: 'The photograph is not clear enough, so nothing can be said about this eye. It may have to be taken again.',
            ko: '사진이 선명하지 않아 이 눈에 대해 말씀드릴 수 있는 것이 없습니다. 다시 촬영해야 할 수 있습니다.',
          },
        },
        {
          if: [{ at: ['grade'], is: 'limited' }],
          text: {
            en: 'Parts of the photograph are not clear, so the result is less certain.',
            ko: '사진의 일부가 선명하지 않아 결과가 덜 확실합니다.',
          },
        },
      ],
    },
  },
  marks: [
    {
      name: { en: 'Field of view that was examined', ko: '분석한 시야' },
      look: { form: 'arc', colour: '#00e5ff' },
    },
  ],
})
