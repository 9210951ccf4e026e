import type { references as english } from '../en/references.ts'
import type { Translated } from '../translated.ts'

export const references: Translated<typeof english> = {
  title: '참고치',
  intro:
    '이 기관이 자체 카메라와 이 소프트웨어로 측정한 참고치입니다. 위험 지수, 참고 범위, 백분위수에 사용됩니다. 여기에 없는 측정값에는 다른 카메라와 프로그램으로 얻은 문헌 값을 사용합니다.',
  loadFailed: '참고치를 불러오지 못했습니다',
  none: '입력된 참고치가 없습니다. 문헌 값을 사용합니다.',
  entered: '{{name}} 님이 {{when}}에 입력했습니다.',
  number: '번호',
  measure: '측정값',
  sex: '성별',
  sexes: { both: '모두', female: '여성', male: '남성' },
  ages: '나이 범위',
  ageFrom: '시작 나이, 참고치 {{number}}',
  ageTo: '끝 나이, 참고치 {{number}}',
  mean: '평균',
  sd: '표준편차',
  n: '인원',
  source: '출처',
  sourceHint: '대상자, 시기, 카메라',
  of: '{{what}}, 참고치 {{number}}',
  add: '참고치 추가',
  remove: '참고치 {{number}} 삭제',
  saving: '참고치 저장',
  saved: '저장했습니다. 다른 참고치로 분석한 결과는 최신이 아닙니다.',
}
