import type { secondFactor as english } from '../en/second-factor.ts'
import type { Translated } from '../translated.ts'

export const secondFactor: Translated<typeof english> = {
  title: '2단계 인증',
  about:
    '2단계 인증을 사용하면 비밀번호를 아는 사람도 로그인할 수 없습니다. 비밀번호를 입력한 다음 휴대전화 인증 앱의 코드를 입력합니다.',
  code: '코드',
  codeHint: '인증 앱의 여섯 자리 숫자 또는 복구 코드를 입력해 주세요.',
  back: '처음부터 다시',
  failed: '2단계 인증 정보를 불러오지 못했습니다',
  app: '인증 앱',
  appAdded: '추가됨',
  none: '없음',
  recoveryCodes: '복구 코드',
  left_other: '{{count}}개 남음',
  addApp: '인증 앱 추가',
  replaceApp: '인증 앱 바꾸기',
  removeApp: '인증 앱 제거',
  removeMeans: '다른 인증 수단이 없으면 비밀번호만으로 로그인하게 됩니다.',
  appRemoved: '인증 앱을 제거했습니다.',
  renewCodes: '복구 코드 새로 만들기',
  renewMeans: '이전 복구 코드는 더 이상 사용할 수 없습니다.',
  confirmPassword: '현재 비밀번호를 입력해 본인임을 확인해 주세요.',
  continue: '계속',
  scan: '인증 앱으로 그림을 스캔한 다음 앱에 표시되는 코드를 입력해 주세요.',
  secret: '또는 앱에 이 키를 입력해 주세요',
  codesTitle: '복구 코드',
  codesOnce:
    '다시 표시되지 않으니 안전한 곳에 보관해 주세요. 휴대전화를 사용할 수 없을 때 앱의 코드 대신 입력하며, 각 코드는 한 번만 사용할 수 있습니다.',
  copyCodes: '코드 복사',
  codesCopied: '복사됨',
  codesKept: '코드를 보관했습니다',
  required: '관리자가 2단계 인증을 요구합니다. 계속하려면 인증 수단을 추가해 주세요.',
  removedTitle: '2단계 인증이 제거되었습니다',
  removed:
    '관리자가 {{at}}에 2단계 인증 수단을 제거했습니다. 직접 요청하지 않았다면 관리자에게 알리고 비밀번호를 변경해 주세요.',
  rule: '2단계 인증 요구 대상',
  ruleFor: { nobody: '없음', administrators: '관리자', everybody: '모든 사용자' },
  ruleChanged: '각 사용자의 다음 로그인부터 적용됩니다.',
  userHas: '2단계 인증을 사용하는 계정입니다.',
  userHasNone: '2단계 인증을 사용하지 않는 계정입니다.',
  removeOfUser: '2단계 인증 제거',
  removeOfUserTitle: '{{name}} 계정의 2단계 인증을 제거할까요?',
  removeOfUserMeans:
    '{{name}} 본인이 요청했는지 먼저 확인해 주세요. 모든 기기에서 로그아웃되고 액세스 토큰이 폐기됩니다. 다음 로그인에는 비밀번호만 필요하며, 그때 제거 사실이 사용자에게 표시됩니다.',
}
