import type { Words } from './words.ts'

export const charts: Words['charts'] = {
  trend: '{{name}}, {{from}}~{{to}}. 값은 아래 표에 있습니다.',
  point: '{{day}}, {{eye}}: {{value}}',
  values: '값',
  day: '검사일',
  changed: '방법이나 축척이 바뀌어, 바뀌기 전과 후의 값은 선으로 잇지 않습니다:',
  since: '{{eye}}, {{day}}: {{what}}.',
  changes: {
    camera: '카메라가 다르거나 기재되지 않음',
    networks: '다른 모델',
    software: '다른 분석 버전',
    correction: '사람이 수정한 영역의 사용 여부',
    scale: '축척의 다른 출처',
  },
}
