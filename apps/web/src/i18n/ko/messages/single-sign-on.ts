import type { singleSignOn as enSingleSignOn } from '#contract/messages/account'

import type { TranslatedMessages } from '../../translated.ts'

export const singleSignOn: TranslatedMessages<typeof enSingleSignOn> = {
  unavailable: '이 서버에는 통합 로그인이 설정되어 있지 않습니다.',
  noLocalAdmin:
    '이 서버에 비밀번호를 사용하는 관리자 계정이 생길 때까지 통합 로그인을 사용할 수 없습니다. 관리자에게 문의해 주세요.',
  otherAddress:
    '통합 로그인은 {{address}} 주소에서만 사용할 수 있습니다. 이 주소로 접속하여 다시 시도해 주세요.',
  notStartedHere:
    '이 브라우저에서 시작한 로그인이 아니거나 10분이 지났습니다. 처음부터 다시 로그인해 주세요.',
  cancelled: 'ID 공급자에서 로그인이 취소되었거나 거부되었습니다.',
  outOfReach:
    'ID 공급자({{host}})에 연결할 수 없습니다. 잠시 후 다시 시도하거나 관리자에게 알려 주세요.',
  hostNotListed:
    'ID 공급자의 호스트 {{host}}에 대한 연결이 허용되어 있지 않습니다. 관리자에게 OUTBOUND_HOSTS에 추가해 달라고 요청해 주세요.',
  otherIssuer:
    'ID 공급자의 주소가 여기에 설정된 주소와 다릅니다. 관리자에게 OIDC_ISSUER 수정을 요청해 주세요.',
  clockOff:
    '이 서버와 ID 공급자의 시계가 너무 많이 다릅니다. 관리자에게 시계를 맞추어 달라고 요청해 주세요.',
  refusedFovea:
    'ID 공급자가 이 서버의 요청을 거부했습니다({{error}}). 관리자에게 클라이언트 ID와 암호를 확인하고 {{address}} 주소가 리디렉션 주소로 등록되어 있는지 확인해 달라고 요청해 주세요.',
  notValid: 'ID 공급자의 응답이 올바르지 않습니다. 다시 시도하거나 관리자에게 알려 주세요.',
  noUsername:
    'ID 공급자가 클레임 {{claim}}에 사용자 이름을 보내지 않았습니다. 관리자에게 설정을 요청해 주세요.',
  unusableUsername:
    '여기에서 사용할 수 없는 사용자 이름입니다: {{username}}. 영문자, 숫자, 밑줄, 마침표, 붙임표 1~64자만 사용할 수 있습니다. 관리자에게 다른 클레임을 사용자 이름으로 설정해 달라고 요청해 주세요.',
  emergencyStays:
    '비상 관리자 계정은 ID 공급자에 연결할 수 없을 때를 위해 비밀번호를 유지해야 합니다.',
  personKnown:
    'ID 공급자의 계정이 이미 다른 계정({{username}})에 연결되어 있습니다. 관리자에게 그 계정의 삭제를 먼저 요청해 주세요.',
  usernameTaken:
    '이미 다른 계정이 사용 중인 사용자 이름입니다: {{username}}. 계정은 이름만으로 합쳐지지 않으므로 관리자에게 문의해 주세요.',
  notAllowed: 'ID 공급자의 계정이 사용 권한이 있는 그룹에 속해 있지 않습니다.',
  localSwitchedOff: '비밀번호 로그인은 꺼져 있습니다. ID 공급자를 통해 로그인해 주세요.',
  passwordElsewhere:
    '이 계정은 ID 공급자를 통해 로그인합니다. 비밀번호는 ID 공급자에서 변경해 주세요.',
  notLogoutToken: '올바른 로그아웃 토큰이 아닙니다.',
}
