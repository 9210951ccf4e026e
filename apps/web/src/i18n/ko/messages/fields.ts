import type { fields as english } from '#contract/messages/fields'

import type { TranslatedMessages } from '../../translated.ts'

export const fields: TranslatedMessages<typeof english> = {
  keyTwice: '{{key}} 키가 중복되었습니다. 한 항목의 키를 바꿔 주세요.',
  normalMisfit: '{{key}} 항목은 정상 눈의 값으로 지정된 값을 가질 수 없습니다.',
  optionTwice: '{{key}} 항목에 {{option}} 선택지가 중복되었습니다.',
  limitsReversed: '{{key}} 항목의 최솟값이 최댓값보다 큽니다.',
  unknownInRule:
    '{{key}} 항목의 규칙이 가리키는 {{other}} 항목이 이 데이터셋에 없거나 자기 자신입니다.',
  unknownInComputed:
    '{{key}} 항목을 계산하는 데 필요한 {{other}} 항목이 대상과 판독 방식이 같은 앞선 항목 중에 없습니다.',
  perReaderAnnotation:
    '{{key}} 항목은 주석에 적용되며 주석은 작성자가 한 명이므로 판독자마다 따로 기록할 수 없습니다.',
  typeFixed:
    '{{key}} 항목은 이미 다른 유형이나 대상으로 사용되었습니다. 다른 키로 새 항목을 만들어 주세요.',
  changed: '그사이 다른 사용자가 항목을 바꾸었습니다. 페이지를 다시 불러온 뒤 저장해 주세요.',
  filterForm: '항목 필터는 항목 키별 필터를 담은 JSON 객체입니다.',
  unknown: '데이터셋에 이 대상의 {{key}} 항목이 없습니다. 페이지를 다시 불러와 주세요.',
  staleValues:
    '연 뒤에 다른 사용자가 다음 항목을 바꾸었습니다: {{keys}}. 아무것도 저장하지 않았습니다.',
  computeGroup: '항목',
  computeTask: '{{dataset}}의 항목 계산',
  computeDone: '바뀐 값 {{values}}개.',
  wrongType: '{{key}} 항목의 유형과 맞지 않는 값입니다.',
  noOption: '{{key}} 항목의 선택지에 없는 값입니다.',
  outOfRange: '{{key}} 항목의 범위를 벗어난 값입니다.',
  tooManyDecimals: '{{key}} 항목에 허용된 소수 자릿수보다 많습니다.',
  tooLong: '{{key}} 항목에 허용된 길이보다 깁니다.',
  noDay: '{{key}} 항목에는 YYYY-MM-DD 형식의 날짜를 입력해 주세요.',
  cannotBeTold: '{{key}} 항목에서는 ‘판단 불가’를 선택할 수 없습니다.',
  isComputed: '{{key}} 항목은 다른 항목에서 계산되므로 입력할 수 없습니다.',
}
