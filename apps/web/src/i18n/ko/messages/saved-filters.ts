import type { savedFilters as enSavedFilters } from '#contract/messages/saved-filters'

import type { TranslatedMessages } from '../../translated.ts'

export const savedFilters: TranslatedMessages<typeof enSavedFilters> = {
  nameTaken:
    '이 데이터셋에 같은 이름의 필터가 이미 있습니다: {{name}}. 다른 이름을 쓰거나 기존 필터를 삭제해 주세요.',
  tooMany: '데이터셋마다 필터를 {{most}}개까지 저장할 수 있습니다. 먼저 하나를 삭제해 주세요.',
}
