import type { emergencyAccess as english } from '#contract/messages/emergency-access'

import type { TranslatedMessages } from '../../translated.ts'

export const emergencyAccess: TranslatedMessages<typeof english> = {
  notAllowed: '응급 접근 권한이 없는 계정입니다. 관리자에게 권한을 요청해 주세요.',
  reasonTooShort: '사유를 10자 이상 입력해 주세요.',
  tooMany: '한 시간 안에 응급 접근을 너무 많이 시작했습니다. 관리자에게 문의해 주세요.',
}
