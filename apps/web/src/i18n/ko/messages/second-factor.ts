import type { secondFactor as enSecondFactor } from '#contract/messages/second-factor'

import type { TranslatedMessages } from '../../translated.ts'

export const secondFactor: TranslatedMessages<typeof enSecondFactor> = {
  required:
    '이 계정은 2단계 인증을 사용합니다. 인증 앱의 코드나 복구 코드를 입력하거나 패스키를 사용해 주세요.',
  addFirst: '먼저 계정에 2단계 인증을 추가해 주세요.',
  signInTooSlow: '로그인에 5분 넘게 걸렸습니다. 처음부터 다시 시작해 주세요.',
  setUpTooSlow: '설정에 10분 넘게 걸렸습니다. 처음부터 다시 시작해 주세요.',
  wrongCode: '코드가 올바르지 않거나 이미 사용한 코드입니다.',
  none: '이 계정에는 2단계 인증 수단이 없습니다.',
  keepOne:
    '관리자가 2단계 인증을 요구합니다. 마지막 인증 수단을 제거하기 전에 다른 인증 수단을 추가해 주세요.',
  passkeyRefused:
    '패스키를 사용할 수 없습니다. 이 서버의 계정에 등록되지 않았거나, PIN 또는 지문 확인을 하지 않았거나, 5분 넘게 걸렸습니다. 다시 시도하거나 비밀번호로 로그인해 주세요.',
  passkeyNotAdded:
    '패스키를 추가하지 못했습니다. 이미 다른 계정에 등록되었거나 브라우저의 주소가 설정된 주소와 다릅니다. 공개 주소로 접속해 다시 시도해 주세요.',
  passkeysUnavailable:
    '패스키를 사용하려면 도메인이 있는 공개 주소가 필요합니다. 관리자에게 PUBLIC_URL 설정을 요청해 주세요.',
}
