import type { fields as english } from '#contract/messages/fields'

import type { TranslatedMessages } from '../../translated.ts'

export const fields: TranslatedMessages<typeof english> = {
  keyTwice: '키 {{key}}이(가) 두 번 쓰였습니다. 한 항목의 키를 바꿔 주세요.',
  optionTwice: '항목 {{key}}에 선택지 {{option}}이(가) 두 번 있습니다.',
  limitsReversed: '항목 {{key}}의 최솟값이 최댓값보다 큽니다.',
  unknownInRule:
    '항목 {{key}}의 규칙이 {{other}}을(를) 가리키지만, 이 데이터셋의 다른 항목이 아닙니다.',
  unknownInComputed:
    '항목 {{key}}은(는) {{other}}에서 계산되지만, 그 앞에 대상과 판독 방식이 같은 그런 항목이 없습니다.',
  perReaderAnnotation:
    '항목 {{key}}은(는) 주석의 항목이며 주석은 작성자가 한 명이므로 판독자마다 따로 기록할 수 없습니다.',
  typeFixed:
    '항목 {{key}}은(는) 이미 다른 유형이나 대상으로 쓰였습니다. 다른 키로 새 항목을 만들어 주세요.',
  changed: '그사이 다른 사용자가 항목을 바꾸었습니다. 페이지를 다시 불러온 뒤 저장해 주세요.',
  filterForm: '항목 필터는 항목 키별 필터를 담은 JSON 객체입니다.',
  unknown: '데이터셋에 이 대상의 항목 {{key}}이(가) 없습니다. 페이지를 다시 불러와 주세요.',
  staleValues:
    '연 뒤에 다른 사용자가 다음 항목을 바꾸었습니다: {{keys}}. 아무것도 저장하지 않았습니다.',
  wrongType: '항목 {{key}}은(는) 다른 유형의 값을 받습니다.',
  noOption: '항목 {{key}}의 선택지에 없는 값입니다.',
  outOfRange: '항목 {{key}}의 범위를 벗어난 값입니다.',
  tooManyDecimals: '항목 {{key}}이(가) 받는 것보다 소수 자릿수가 많습니다.',
  tooLong: '항목 {{key}}이(가) 받는 것보다 긴 글입니다.',
  noDay: '항목 {{key}}은(는) YYYY-MM-DD 형식의 날짜를 받습니다.',
  cannotBeTold: '항목 {{key}}에는 ‘판단 불가’를 쓸 수 없습니다.',
  isComputed: '항목 {{key}}은(는) 다른 항목에서 계산되므로 입력할 수 없습니다.',
}
