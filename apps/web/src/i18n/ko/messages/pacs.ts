import type { pacs as enPacs } from '#contract/messages/pacs'

import type { TranslatedMessages } from '../../translated.ts'

export const pacs: TranslatedMessages<typeof enPacs> = {
  aeTitleForm: 'AE 타이틀은 역슬래시를 제외한 ASCII 문자 1~16자여야 합니다.',
  hostForm: '호스트 이름이나 주소를 포트 없이 입력해 주세요.',
  webForm: 'https://pacs.clinic.lan/dicom-web와 같은 주소를 입력하거나 비워 두세요.',
  webMissing:
    'WADO-RS와 STOW-RS를 사용하려면 PACS의 DICOMweb 서비스 주소가 필요합니다. 주소를 입력하거나 다른 방식을 선택해 주세요.',
  webUserForm: '사용자 이름은 콜론을 제외한 128자 이하여야 합니다.',
  addressForm: 'IP 주소 또는 10.1.0.0/16과 같은 서브넷을 입력해 주세요.',
  dateForm: '날짜는 YYYYMMDD, 기간은 YYYYMMDD-YYYYMMDD 형식으로 입력해 주세요.',
  patientForm: '등록번호를 하나만 입력해 주세요. *와 ?는 사용할 수 없습니다.',
  uidForm: '검사는 숫자와 점으로 된 Study Instance UID로 지정합니다.',
  soughtForm:
    '글자나 숫자를 한 자 이상 입력해 주세요. *는 여러 글자, ?는 한 글자를 대신합니다. \\와 =는 사용할 수 없습니다.',
  modalityForm: 'OP와 같은 DICOM 모달리티 코드를 입력해 주세요.',
  noCriterion: '검사일, 환자명, 번호, 모달리티 중 하나 이상을 입력해 주세요.',
  patientOrStudies: '환자와 기간, 또는 검사 목록 중 한 가지만 지정해 주세요.',
  notConfigured:
    '이 데이터셋에는 PACS가 설정되어 있지 않습니다. 소유자가 설정에서 주소를 입력할 수 있습니다.',
  answered: 'PACS가 응답했습니다. 연결이 정상입니다.',
  unreachable: 'PACS에 연결할 수 없습니다. 주소와 포트, 그리고 방화벽을 확인해 주세요.',
  timedOut:
    'PACS가 제한 시간 안에 응답하지 않았습니다. 다시 시도하거나 PACS 담당자에게 문의해 주세요.',
  notTrusted:
    'PACS의 인증서를 신뢰할 수 없거나 이 포트에서 TLS를 사용하지 않습니다. 관리자가 인증서의 발급 기관을 지정할 수 있습니다(DICOM_TLS_CA).',
  rejectedCalling:
    'PACS에 이 서버의 AE 타이틀({{title}})이 등록되어 있지 않습니다. PACS 담당자에게 등록을 요청해 주세요.',
  rejectedCalled: 'PACS의 AE 타이틀이 설정({{title}})과 다릅니다. 설정에서 확인해 주세요.',
  rejected: 'PACS가 지금은 연결을 거부했습니다. 나중에 다시 시도해 주세요.',
  broken: 'PACS와의 연결이 끊어졌습니다. 다시 시도하거나 PACS 담당자에게 문의해 주세요.',
  notDicom: '이 주소의 응답은 DICOM이 아닙니다. 포트를 확인해 주세요.',
  notSupported: 'PACS가 필요한 서비스를 제공하지 않습니다.',
  refused: 'PACS가 거부했습니다(상태 {{status}}). 권한이 있는지 PACS 담당자에게 문의해 주세요.',
  unableLossless:
    'PACS가 영상을 보내지 못했습니다(상태 {{status}}). 원인은 이 서버의 설정일 가능성이 큽니다. 이 데이터셋은 무손실 영상만 받도록 설정되어 있으나(FORCELOSSLESSTRANFERPROTOCOL) PACS의 영상은 손실 압축되어 있습니다. 소유자가 false로 바꿀 수 있습니다. 그렇지 않으면 PACS의 로그에서 원인을 확인해 주세요.',
  unableToRetrieve:
    'PACS가 영상을 보내지 못했습니다(상태 {{status}}). 가능한 원인: 이 서버의 수신기가 거부했거나(관리자는 DICOM 수신 화면에서 확인 가능), PACS가 알고 있는 주소로 수신기 {{title}}에 연결할 수 없거나, PACS 자체의 오류입니다. PACS의 로그에서 원인을 확인해 주세요.',
  unableToStore:
    'PACS가 객체를 처리하지 못했습니다(상태 {{status}}). 가능한 원인: 이 종류나 인코딩의 객체를 받지 않거나, 같은 UID로 보관된 환자 또는 검사 정보와 다르거나, PACS 자체의 오류입니다. PACS의 로그에서 원인을 확인해 주세요.',
  searchRefused:
    'PACS가 조회를 처리하지 못했습니다(상태 {{status}}). 결과가 너무 많기 때문일 수 있으니 기간을 줄이거나 환자명을 추가해 주세요. 그렇지 않으면 PACS의 로그에서 원인을 확인해 주세요.',
  searchTooLarge:
    'PACS의 응답이 너무 많아 표시할 수 없습니다. 기간을 줄이거나 환자명 또는 번호를 추가해 주세요.',
  destinationUnknown:
    'PACS에 전송 대상이 등록되어 있지 않습니다. PACS 담당자에게 {{title}}의 등록을 요청하거나 C-GET으로 가져와 주세요.',
  group: 'PACS',
  retrievalName: '환자 {{patient}}의 영상 가져오기',
  studiesName: 'PACS에서 검사 {{count}}건 가져오기',
  oneStudyName: 'PACS에서 검사 1건 가져오기',
  retrievalStarted: 'PACS에서 영상을 가져오고 있습니다.',
  datasetDeleted: '영상을 가져오기 전에 데이터셋이 삭제되었습니다.',
  noReceiver:
    'C-MOVE로 가져오려면 DICOM 수신기가 필요하지만 꺼져 있습니다. 관리자가 켜거나 C-GET을 선택할 수 있습니다.',
  notFound: 'PACS에 환자 {{patient}}의 해당 기간과 모달리티의 영상이 없습니다.',
  tooMany:
    '영상이 {{count}}개입니다. 한 번에 최대 {{most}}개까지 가져올 수 있으니 기간을 줄여 주세요.',
  tooManyOfStudies:
    '선택한 검사의 영상이 {{count}}개입니다. 한 번에 최대 {{most}}개까지 가져올 수 있으니 검사를 줄여 주세요.',
  studyNotFound: 'PACS에 해당 검사가 더 이상 없습니다({{study}}).',
  studyNotSearched: '검사를 조회하지 못했습니다({{study}}). {{why}}',
  studyNotOfModality: '이 데이터셋이 받는 모달리티 {{modality}}의 영상이 없습니다.',
  studyFailed: '환자 {{patient}}의 {{day}} 검사: {{why}}',
  studyOfUnknownDay: '환자 {{patient}}의 검사: {{why}}',
  studiesIncomplete:
    '검사 {{total}}건 중 {{failed}}건을 모두 가져오지 못했습니다. 받은 영상은 데이터셋에 있습니다.',
  otherPatient: 'PACS가 다른 환자의 검사를 응답하여 제외했습니다. PACS 담당자에게 알려 주세요.',
  triedAgain: '시리즈를 가져오지 못했습니다. {{why}} {{seconds}}초 후에 다시 시도합니다.',
  seriesIncomplete: '시리즈의 영상 {{total}}개 중 {{failed}}개를 가져오지 못했습니다.',
  seriesIncompleteLossless:
    '한 시리즈의 영상 {{total}}개 중 {{failed}}개가 오지 않았습니다. 이 데이터셋은 무손실 영상만 받으며, PACS의 영상이 손실 압축되어 있을 수 있습니다.',
  incomplete:
    'PACS에서 영상 {{total}}개 중 {{failed}}개를 가져오지 못했습니다. 나머지는 데이터셋에 있습니다.',
  webRefused:
    'PACS가 DICOMweb 요청을 거부했습니다. 서비스 주소를 확인하거나 권한이 있는지 PACS 담당자에게 문의해 주세요.',
  webSignIn:
    'PACS가 DICOMweb 서비스의 사용자 이름과 비밀번호를 받아들이지 않았습니다. 설정에서 둘 다 확인해 주세요.',
  notAnObject: 'PACS가 DICOM 파일이 아닌 것을 보냈습니다.',
  leftOut: '영상 하나를 추가하지 않았습니다: {{why}}',
  done: '가져온 영상: 새 영상 {{added}}개, 이미 있던 영상 {{existing}}개.',
  failed: '영상을 가져오지 못했습니다. {{why}}',
  senderTaken: '이 장비의 규칙이 이미 있습니다.',
  nothingToSend: '{{file}}: DICOM 파일이 아니어서 PACS로 전송할 수 없습니다.',
  sendingQueued: '영상을 PACS로 전송합니다.',
  sendingFailed: '영상을 전송하지 못했습니다. {{why}}',
  resultsQueued: '결과가 PACS로 전송됩니다.',
  letter: 'PACS로 보내는 영상과 결과',
  withdrawn:
    '의료진이 반려한 분석이므로 결과를 전송하지 않습니다. 영상을 다시 분석하거나 분석을 확인해 주세요.',
  commitmentLetter: 'PACS의 보관 확약 요청',
  reportAwaited: 'PACS에 요청했으며 아직 회신이 없습니다. 한 시간 후에 다시 요청합니다.',
  notKept_noSuchObject: 'PACS에 해당 객체가 없습니다.',
  notKept_processing: 'PACS가 객체를 처리하지 못했습니다.',
  notKept_resources: 'PACS에 저장 공간이 부족합니다.',
  notKept_class: 'PACS가 이 종류의 객체를 보관하지 않습니다.',
  notKept_conflict: '객체의 종류가 PACS에 저장된 것과 다릅니다.',
  notKept_duplicate: '같은 객체가 중복 요청되었습니다.',
  notKept: 'PACS가 회신한 사유: {{code}}.',
  noResults: '전송할 결과가 없습니다. 영상이 분석되지 않았고 주석도 없습니다.',
  no_measurements: '이 영상에서 측정된 값이 없습니다. 먼저 분석해 주세요.',
  no_annotations: '이 영상에는 면적이 있는 주석이 없습니다.',
  no_report: '이 영상은 분석되지 않았습니다. 먼저 분석해 주세요.',
  imageGone: '영상을 전송하기 전에 영상이 삭제되었습니다.',
}
