import type { references as english } from '#contract/messages/references'

import type { TranslatedMessages } from '../../translated.ts'

export const references: TranslatedMessages<typeof english> = {
  changed: '그사이 {{by}} 님이 참고치를 바꾸었습니다. 페이지를 다시 불러온 뒤 저장해 주세요.',
  agesReversed: '참고치 {{number}}: 시작 나이가 끝 나이보다 많습니다.',
  overlap:
    '측정값, 성별, 나이가 겹치는 참고치가 있습니다({{first}}, {{second}}). 나이를 바꿔 주세요.',
}
