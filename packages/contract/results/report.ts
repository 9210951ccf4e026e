import { z } from 'zod'

import { resultKind } from './description.ts'

/** All that was found in one picture and one file, by the kinds of results. */
export const report = resultKind({
  id: 'report',
  name: 'Report',
  title: { en: 'Overview', ko: '전체 보기' },
  purpose: 'findings',
  numbers: z.record(z.string(), z.unknown()),
  icon: 'text',
  meaning: {
    en: 'All that was found, in one picture. The file has all numbers of the analysis, with the models that made them.',
    ko: '찾은 내용을 한 그림에 모았습니다. 파일에는 분석의 모든 수치와 사용한 모델이 들어 있습니다.',
  },
  isOverview: true,
  layer: { name: { en: 'Overview', ko: '전체 보기' }, place: 1 },
})
