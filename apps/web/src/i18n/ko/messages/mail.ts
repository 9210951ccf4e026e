import type { mail as english } from '#contract/messages/mail'

import type { TranslatedMessages } from '../../translated.ts'

export const mail: TranslatedMessages<typeof english> = {
  linkTitle: '비밀번호 설정 링크 메일',
  noticeTitle: '알림 메일',
  notSetUp: '이 서버는 메일을 보내지 않습니다. 운영자가 SMTP_HOST를 설정할 수 있습니다.',
  noAddress: '{{username}} 계정에 이메일 주소가 없습니다.',
  needsAddress: '비밀번호를 설정하거나 초대 메일을 받을 이메일 주소를 입력해 주세요.',
  invalidAddress: '이메일 주소를 입력해 주세요.',
  linkSent: '비밀번호 재설정 링크를 {{address}} 주소로 보냅니다.',
  accountGone: '계정이 더 이상 없거나 이 서버에 비밀번호가 없습니다.',
  notSecure: '메일 서버 {{host}}에 암호화된 연결을 만들 수 없습니다.',
  signInRefused:
    '메일 서버 {{host}}에서 사용자 이름 또는 비밀번호를 거부했습니다. SMTP_USER와 비밀번호를 바로잡아 주세요.',
  interrupted: '메일 서버 {{host}} 연결이 끊어졌거나, 인증서를 신뢰할 수 없습니다.',
  refused: '메일 서버 {{host}}에서 메일을 거부했습니다(응답 {{status}}).',
}
