import type { sites as english } from '#contract/messages/sites'

import type { TranslatedMessages } from '../../translated.ts'

export const sites: TranslatedMessages<typeof english> = {
  nameRequired: '기관 이름을 입력하십시오.',
  nameTaken: '같은 이름의 기관이 있습니다.',
  notEmpty: '{{name}}에 계정이나 데이터셋이 남아 있습니다. 먼저 옮기거나 삭제하십시오.',
}
