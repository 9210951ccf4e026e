import type { outbox as enOutbox } from '#contract/messages/outbox'

import type { TranslatedMessages } from '../../translated.ts'

export const outbox: TranslatedMessages<typeof enOutbox> = {
  unknownKind: '이 서버가 더 이상 보내지 않는 종류의 메시지',
  late: '상대 시스템이 제시간에 응답하지 않았습니다.',
  unexpected: '예기치 않은 오류로 중단되었습니다. 서버 로그에서 전송 {{letter}}번을 확인해 주세요.',
}
