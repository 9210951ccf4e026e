import type { patients as english } from '#contract/messages/patients'

import type { TranslatedMessages } from '../../translated.ts'

export const patients: TranslatedMessages<typeof english> = {
  none: '이 등록번호를 가진 환자의 데이터가 없습니다.',
  severalIssuers:
    '등록번호의 발급 기관이 여러 곳이어서 서로 다른 사람일 수 있습니다. 발급 기관을 선택해 주세요.',
  busy: '이 데이터셋에서 실행 중인 작업이 있습니다. 작업이 끝날 때까지 기다리거나 취소해 주세요.',
}
