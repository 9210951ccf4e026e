import { QualityNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'

export const quality = resultKind({
  id: 'quality',
  name: 'Image quality',
  title: { en: 'Image quality', ko: '영상 품질' },
  purpose: 'findings',
  numbers: QualityNumbers,
  icon: 'photograph',
  reported: { step: null },
  marks: [
    {
      name: { en: 'Field of view that was examined', ko: '분석한 시야' },
      look: { form: 'arc', colour: '#00e5ff' },
    },
  ],
})
