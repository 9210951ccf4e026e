import type { mics as enMics } from '#contract/messages/mics'

import type { TranslatedMessages } from '../../translated.ts'

export const mics: TranslatedMessages<typeof enMics> = {
  serviceForm: '서비스 이름은 영문자, 숫자, 점, 붙임표, $, #, _ 1~128자로 입력해 주세요.',
  notConfigured:
    '이 데이터셋에 처방 시스템(MICS)이 설정되지 않았습니다. 소유자가 설정에서 주소를 입력할 수 있습니다.',
  noSite:
    '이 서버에 처방 시스템(MICS)이 등록되지 않았습니다. 관리자가 기관 설정 파일(MICS_FILE)로 등록할 수 있습니다.',
  readsOnly:
    '이 기관의 처방 시스템은 처방만 제공하고 결과를 받지 않습니다. REQUIRE MICS SEND를 아니요로 설정해 주세요.',
  answered: '처방 시스템이 응답했습니다. 연결이 정상입니다.',
  demoAnswers: '병원 시스템이 아닌 시연용 처방 목록이며, 항상 응답합니다.',
  unreachable: '처방 시스템에 연결할 수 없습니다. 주소와 포트, 방화벽을 확인해 주세요.',
  late: '처방 시스템이 제시간에 응답하지 않았습니다. 다시 시도하거나 담당자에게 문의해 주세요.',
  rejected:
    '처방 시스템이 이 서버의 AE 타이틀을 모르거나 자신의 이름이 다릅니다. 담당자에게 문의해 주세요. 이름은 기관 설정 파일에 있습니다.',
  noWorklist:
    '이 주소의 시스템은 검사 목록(Modality Worklist)을 제공하지 않습니다. 포트를 확인해 주세요.',
  refusedQuery: '처방 시스템이 조회를 거부했습니다. 조회 권한이 있는지 담당자에게 문의해 주세요.',
  refused: '처방 시스템이 결과를 받지 않고 {{code}}로 응답했습니다. 담당자에게 문의해 주세요.',
  refusedFor:
    '처방 시스템이 {{code}}로 응답하며 결과를 거부했습니다. 오류 {{error}}. 담당자에게 문의해 주세요.',
  noRehearsal: '이 처방 시스템에 보낸 내용은 되돌릴 수 없어 아무것도 보내지 않았습니다.',
  broken: '처방 시스템과의 연결이 끊어졌습니다. 다시 시도하거나 담당자에게 문의해 주세요.',
  unexpected: '처방 시스템의 응답을 이해할 수 없습니다. 자세한 내용은 서버 로그에 있습니다.',
  otherPatient:
    '처방 시스템이 다른 환자의 처방을 보내 사용하지 않았습니다. 담당자에게 알려 주세요.',
  noOrder:
    '이 환자와 검사일에 해당하는 처방이 없습니다. 등록번호와 검사일을 확인하거나 의뢰과에 문의해 주세요.',
  orderRequired: '이 데이터셋은 처방이 확인된 영상만 분석하므로 의뢰하지 않았습니다. {{why}}',
  noPatient: '영상에 등록번호가 없어 처방을 찾을 수 없습니다. 영상의 DICOM 파일을 업로드해 주세요.',
  manyOrders:
    '이 환자와 검사일에 해당하는 처방이 {{count}}건입니다. 행 메뉴에서 하나를 선택해 주세요.',
  letter: '처방 시스템으로 보낼 결과',
  imageGone: '결과를 전송하기 전에 영상이 삭제되었습니다.',
  outOfDate:
    '분석한 뒤에 영상이나 환자 정보가 바뀌어 결과를 전송하지 않았습니다. 영상을 다시 분석해 주세요.',
  notAmongOrders: '이 환자와 검사일에 해당 처방이 더 이상 없습니다. 다시 조회해 주세요.',
  nothingToSend: '전송할 수 있는 분석 결과가 없습니다.',
  sentAgain: '현재 상태의 결과를 처방 시스템으로 전송합니다.',
  oracleTooOld:
    '데이터베이스가 Oracle 12.1보다 오래되어 Oracle 클라이언트가 필요합니다. 관리자가 기관 설정 파일(clientFolder)에 폴더를 지정할 수 있습니다.',
  oracleVerifier:
    '이 계정의 비밀번호가 예전 방식(10G)으로 보관되어 Oracle 클라이언트가 필요합니다. 데이터베이스 담당자에게 비밀번호 재설정을 요청하거나, 관리자가 기관 설정 파일(clientFolder)에 클라이언트 폴더를 지정해 주세요.',
  oracleEncryption:
    '데이터베이스가 Oracle 네트워크 암호화를 요구하여 Oracle 클라이언트가 필요합니다. 관리자가 기관 설정 파일(clientFolder)에 폴더를 지정할 수 있습니다.',
  oracleClient:
    '기관 설정 파일(clientFolder)에 지정된 폴더에서 Oracle 클라이언트를 불러올 수 없습니다. 관리자가 이 컴퓨터에 맞는 Instant Client를 그 폴더에 설치해야 합니다.',
  oracleLogin: '데이터베이스가 계정 또는 비밀번호를 거부했습니다. 설정에서 확인해 주세요.',
  oracleService:
    '데이터베이스에 이 이름의 서비스가 없습니다. 설정에서 SERVICENAME을 확인해 주세요.',
  oracleOther:
    '데이터베이스가 {{code}}로 거부했습니다. 담당자에게 문의해 주세요. SQL 문은 기관 설정 파일에 있습니다.',
  cannotWrite: '이 처방 시스템은 결과를 받지 않습니다.',
}
