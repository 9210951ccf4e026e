import type { users as enUsers } from '#contract/messages/account'

import type { TranslatedMessages } from '../../translated.ts'

export const users: TranslatedMessages<typeof enUsers> = {
  onlyAdmin: '관리자만 할 수 있는 작업입니다.',
  onlyInstallationAdmin: '시스템 전체 관리자만 할 수 있는 작업입니다.',
  nameTaken: '이미 사용 중인 사용자 이름입니다: {{username}}.',
  nameRequired: '이름을 입력해 주세요.',
  usernameLength: '4자 이상이어야 합니다.',
  invalidDate: '올바르지 않은 날짜입니다',
  updated: '{{username}} 사용자의 정보를 수정했습니다.',
  expires: '{{username}} 계정은 {{day}}에 만료됩니다.',
  notYourself: '자신의 계정은 삭제할 수 없습니다. 다른 관리자에게 요청해 주세요.',
  secondFactorRemoved: '{{username}} 계정의 2단계 인증 수단을 제거했습니다.',
  lastAdmin: '마지막 관리자입니다. 먼저 다른 관리자를 지정해 주세요.',
  heirIsNoAdmin: '데이터셋은 다른 관리자에게만 넘길 수 있습니다.',
  isNoOtherAdmin: '다른 관리자가 아닙니다',
  apiSignIn: 'API 페이지를 보려면 관리자로 로그인해 주세요.',
  apiOnlyAdmin: '관리자만 API 페이지를 볼 수 있습니다.',
}
