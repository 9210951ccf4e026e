import type { mics as enMics } from '../en/mics.ts'
import type { Translated } from '../translated.ts'

export const mics: Translated<typeof enMics> = {
  title: 'MICS',
  require: 'REQUIRE MICS QUERY',
  requireSend: 'REQUIRE MICS SEND',
  host: 'IP',
  port: 'PORT',
  service: 'SERVICENAME',
  user: 'USERNAME',
  password: 'PASSWORD',
  yes: '예',
  no: '아니요',
  hints: {
    REQUIRE: '예: 처방이 있는 영상만 전체 분석에 포함됩니다.',
    REQUIRESEND: '예: 분석 결과를 처방 시스템으로 전송합니다.',
    IP: '처방 시스템의 이름 또는 주소입니다. 관리자가 허용한 주소여야 합니다.',
    PORT: '보통 1521입니다.',
    SERVICENAME: 'Oracle 데이터베이스의 서비스 이름이며, 다른 시스템에는 쓰이지 않습니다.',
    USERNAME: '이 서버가 접속할 때 쓰는 계정입니다.',
    PASSWORD: '암호화하여 보관하며 다시 표시하지 않습니다.',
    passwordKept: '비밀번호가 저장되어 있습니다. 그대로 두려면 비워 두세요.',
  },
  faults: {
    IP: '포트를 뺀 이름 또는 주소를 입력해 주세요.',
    PORT: '1~65535 사이의 숫자를 입력해 주세요.',
    SERVICENAME: '영문자, 숫자, 점, 붙임표, $, #, _ 1~128자로 입력해 주세요.',
    USERNAME: '128자 이내로 입력해 주세요.',
  },
  test: '연결 시험',
  saving: '설정 저장 오류',
  saved: 'MICS 설정을 저장했습니다.',
  noSite:
    '이 서버에 아직 처방 시스템이 등록되지 않았습니다. 관리자가 기관 설정 파일(MICS_FILE)로 등록합니다.',
  demo: '시연용입니다. 처방은 지어낸 것이며 결과는 어디에도 전송되지 않습니다.',
}
