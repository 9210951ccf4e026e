import type { webhooks as enWebhooks } from '#contract/messages/webhooks'

import type { TranslatedMessages } from '../../translated.ts'

export const webhooks: TranslatedMessages<typeof enWebhooks> = {
  letterTitle: '웹훅 이벤트',
  urlForm: '주소에 사용자 이름이나 비밀번호를 넣을 수 없습니다.',
  noEvents: '이벤트를 하나 이상 선택해 주세요.',
  tooMany: '데이터셋 하나에 웹훅을 {{count}}개까지 둘 수 있습니다. 먼저 하나를 삭제해 주세요.',
  isOff: '웹훅이 꺼져 있습니다. 먼저 켜 주세요.',
  gone: '웹훅이 삭제되었습니다.',
  rightLost:
    '이 웹훅을 등록한 사용자에게 더 이상 데이터셋 설정 권한이 없습니다. 권한이 있는 다른 사용자가 다시 켤 수 있습니다.',
  receiverGone:
    '수신 서버가 410(Gone)으로 응답하여 더 이상 메시지를 받지 않습니다. 다시 받게 되면 웹훅을 켜 주세요.',
  secretLost:
    '이 서버가 웹훅의 비밀 키를 더 이상 읽을 수 없습니다. 새 비밀 키를 만들고 웹훅을 다시 켜 주세요.',
  notDeliverable: '이 메시지는 다시 보낼 수 없습니다.',
}
