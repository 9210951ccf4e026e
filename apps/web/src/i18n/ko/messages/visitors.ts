import type { input as enInput, requests as enRequests } from '#contract/messages/requests'

import type { TranslatedMessages } from '../../translated.ts'

/** Answers that a visitor may meet before signing in: all others are loaded with the first screen. */
export const visitorRequests = {
  otherSite: '다른 사이트의 페이지에서 온 요청이어서 거부했습니다.',
  unknownHost:
    '로그인 기능이 꺼져 있을 때는 IP 주소, localhost 또는 PUBLIC_URL에 설정된 주소로만 접속할 수 있습니다. 해당 주소로 접속하거나 PUBLIC_URL을 설정해 주세요.',
  databaseAway: '서버가 지금 데이터베이스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  failed:
    '서버에 문제가 생겼습니다. 같은 문제가 계속되면 관리자에게 다음 참조 번호를 알려 주세요: {{reference}}.',
} satisfies Partial<TranslatedMessages<typeof enRequests>>

/** Refusals of the fields of the sign-in page. */
export const visitorInput = {
  missing: '필수 항목입니다.',
  empty: '비워 둘 수 없습니다.',
  tooShort: '{{count}}자 이상이어야 합니다.',
  tooLong: '{{count}}자까지 입력할 수 있습니다.',
  invalid: '사용할 수 없는 값입니다.',
  controlCharacters: '제어 문자는 사용할 수 없습니다.',
} satisfies Partial<TranslatedMessages<typeof enInput>>
