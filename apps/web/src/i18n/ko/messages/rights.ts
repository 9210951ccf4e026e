import type { rights as enRights } from '#contract/messages/rights'

import type { TranslatedMessages } from '../../translated.ts'

export const rights: TranslatedMessages<typeof enRights> = {
  view: '데이터셋 구성원만 볼 수 있습니다.',
  annotate:
    '이 데이터셋은 보기만 할 수 있습니다. 주석을 달려면 판독자 역할이 필요하니 소유자에게 역할 변경을 요청해 주세요.',
  collect:
    '이 데이터셋은 보기만 할 수 있습니다. 영상을 추가, 수정, 삭제하려면 판독자 역할이 필요하니 소유자에게 역할 변경을 요청해 주세요.',
  analyse:
    '이 데이터셋은 보기만 할 수 있습니다. 작업을 시작하거나 중지하려면 판독자 역할이 필요하니 소유자에게 역할 변경을 요청해 주세요.',
  export:
    '이 데이터셋은 보기만 할 수 있습니다. 내보내려면 판독자 역할이 필요하니 소유자에게 역할 변경을 요청해 주세요.',
  send: '이 데이터셋은 보기만 할 수 있습니다. 영상과 결과를 전송하려면 판독자 역할이 필요하니 소유자에게 역할 변경을 요청해 주세요.',
  review:
    '데이터셋 소유자와 의료진만 결과를 확인하거나 반려할 수 있습니다. 소유자에게 의료진 지정을 요청해 주세요.',
  configure: '데이터셋 소유자나 관리자만 설정을 변경할 수 있습니다.',
  share: '데이터셋 소유자나 관리자만 공유할 수 있습니다.',
  identify: '데이터셋 소유자나 관리자만 환자를 식별할 수 있는 내보내기를 만들 수 있습니다.',
  delete: '데이터셋 소유자나 관리자만 삭제할 수 있습니다.',
}
