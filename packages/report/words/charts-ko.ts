import type { Words } from './words.ts'

export const charts: Words['charts'] = {
  measure: '{{name}}: {{values}}. {{range}} 눈금 {{from}}~{{to}}.',
  range: '참고 범위 {{range}}.',
  noRange: '적용되는 참고 범위가 없습니다.',
  scale: '그림의 막대는 ±이며, 눈금은 왼쪽 숫자부터 오른쪽 숫자까지입니다.',
  band: '음영은 참고 범위입니다. 음영이 없는 항목에는 적용되는 참고 범위가 없습니다.',
  noBand: '이 측정값에 적용되는 참고 범위가 없습니다.',
  graphic: '눈금 위의 값',
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
