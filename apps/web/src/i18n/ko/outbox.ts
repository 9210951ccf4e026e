import type { outbox as enOutbox } from '../en/outbox.ts'
import type { Translated } from '../translated.ts'

export const outbox: Translated<typeof enOutbox> = {
  title: '전송 실패',
  hint: '다른 시스템이 하루 동안 받지 않았거나 완전히 거부한 항목입니다. 원인을 해결한 뒤 다시 시도해 주세요.',
  none: '모두 전송되었습니다',
  loadFailed: '전송 실패 목록을 불러오지 못했습니다',
  kind: '내용',
  image: '영상',
  imageGone: '삭제됨',
  posted: '등록 시각 (UTC)',
  tries: '시도 횟수',
  why: '실패 원인',
  requeue: '다시 시도',
  requeueOf: '{{name}} 다시 시도',
  requeued: '다시 전송합니다.',
  notice_other: '다른 시스템으로 전송하지 못한 항목이 {{count}}건 있습니다.',
  show: '보기',
}
