import type { outbox as enOutbox } from '../en/outbox.ts'
import type { Translated } from '../translated.ts'

export const outbox: Translated<typeof enOutbox> = {
  title: '전송함',
  states: {
    waiting: '대기',
    refused: '거부',
    delivered: '전송 완료',
    cancelled: '취소',
    outdated: '다시 전송 필요',
  },
  hints: {
    waiting: '전송 중인 메시지입니다. 실패하면 1초에서 15분 간격으로 하루 동안 다시 시도합니다.',
    refused:
      '다른 시스템이 최종 거부했거나 하루 동안 받지 않은 메시지입니다. 원인을 해결한 뒤 다시 시도해 주세요.',
    delivered: '상대 시스템이 수신을 확인한 메시지입니다.',
    outdated:
      '촬영 시각이 잘못된 채 전송되었으며 이후 정정된 메시지입니다. 요청할 때만 다시 전송합니다.',
    cancelled: '새 메시지가 철회했거나 대체하여 더 이상 전송하지 않는 메시지입니다.',
  },
  none: {
    waiting: '대기 중인 메시지가 없습니다',
    refused: '거부된 메시지가 없습니다',
    delivered: '아직 전송된 메시지가 없습니다',
    cancelled: '취소된 메시지가 없습니다',
    outdated: '다시 전송할 메시지가 없습니다',
  },
  allDelivered: '모두 전송되었습니다',
  loadFailed: '메시지를 불러오지 못했습니다',
  kind: '메시지',
  image: '영상',
  imageGone: '삭제됨',
  posted: '등록 시각',
  tries: '시도 횟수',
  when: {
    waiting: '다음 시도',
    refused: '거부 시각',
    delivered: '전송 시각',
    cancelled: '취소 시각',
    outdated: '정정 시각',
  },
  why: '최근 실패 원인',
  tryNow: '지금 시도',
  tryNowOf: '{{name}} 지금 시도',
  sendAgain: '다시 전송',
  sendAgainOf: '{{name}} 다시 전송',
  trying: '메시지를 전송하고 있습니다.',
  receivers: {
    orderSystem: '처방 시스템',
    fhirServer: 'FHIR 서버',
    archive: 'PACS',
  },
  notes: {
    refused: '{{name}}: 전송되지 않았습니다.',
    waiting: '{{name}}: 대기 중, 시도 {{tries}}회, 다음 시도 {{when}}.',
  },
  noteOf: '{{id}}번 영상: {{text}}',
  refusedNotice_other: '다른 시스템이 거부한 메시지가 {{count}}건 있습니다.',
  failingNotice_other: '아직 전송되지 않아 다시 시도할 메시지가 {{count}}건 있습니다.',
  outdatedNotice_other: '촬영 시각이 잘못된 채 전송된 메시지가 {{count}}건 있습니다.',
  show: '보기',
}
