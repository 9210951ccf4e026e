import type {
  fhir as enFhir,
  fhirIssues as enIssues,
  fhirWarnings as enWarnings,
} from '#contract/messages/fhir'

import type { TranslatedMessages } from '../../translated.ts'

export const fhir: TranslatedMessages<typeof enFhir> = {
  generated: 'FHIR 메시지를 생성했습니다.',
  notAnalysed:
    '메시지로 보낼 완료된 분석이 이 영상에 없습니다. 먼저 분석한 다음 메시지를 생성해 주세요.',
  outOfDate:
    '분석한 뒤에 영상, 환자 정보 또는 수정 내용이 바뀌었습니다. 다시 분석한 다음 메시지를 생성해 주세요.',
  invalid:
    '메시지가 올바르지 않아 생성하지 않았습니다. {{why}} 영상의 정보를 수정하거나 관리자에게 알려 주세요.',
  issue: '{{at}}: {{why}}',
  staleMessage:
    '메시지가 최신이 아닙니다. 생성한 뒤에 영상의 정보나 분석이 바뀌었습니다. 다시 생성한 다음 전송해 주세요.',
  noServer: 'FHIR 서버가 설정되어 있지 않습니다. 관리자가 FHIR_FILE 파일에 지정할 수 있습니다.',
  queued: 'FHIR 메시지 전송을 대기열에 넣었습니다.',
  queuedBefore: '이 버전의 메시지는 이미 전송 대기열에 있습니다.',
  letterTitle: '병원 서버로 보내는 FHIR 메시지',
  resultLetterTitle: '병원 FHIR 서버로 보낼 결과',
  refusedByServer: 'FHIR 서버 {{host}}에서 이 메시지의 내용을 거부했습니다(상태 {{status}}).',
  patientNotMatched:
    'FHIR 서버 {{host}}에 이 등록번호의 환자가 없거나 여러 명입니다(412). 해당 서버에 환자를 등록하거나 병합해 주세요. 메시지는 다시 전송됩니다. 관리자는 FHIR 파일의 "patient": "update"로 없는 환자를 만들게 할 수 있습니다.',
  notAccepted: 'FHIR 서버 {{host}}에서 지금은 메시지를 받지 않습니다(상태 {{status}}).',
  unreadableAnswer: 'FHIR 서버 {{host}}에서 메시지의 모든 부분을 확인해 주지 않았습니다.',
  messageGone: '메시지가 없습니다. 영상이 완전히 삭제되었습니다.',
}

export const fhirWarnings: TranslatedMessages<typeof enWarnings> = {
  eyeNotStated: '파일에 좌우안 정보가 없어 메시지에 표시하지 않았습니다.',
  eyeDerived: '좌우안을 파일의 환자 방향에서 추정했을 뿐이므로 메시지에 표시하지 않았습니다.',
  otherEye: '파일에 기록된 눈과 반대쪽 눈의 안저사진으로 보입니다. 어느 눈인지 확인해 주세요.',
  patientNumberMissing: '등록번호를 알 수 없어 병원에서 메시지를 분류할 수 없습니다.',
  patientNameMissing: '환자명을 알 수 없습니다.',
  birthDateMissing: '환자의 생년월일을 알 수 없습니다.',
  dayMissing: '촬영일을 알 수 없습니다.',
  patientSystemMissing:
    '등록번호가 어느 체계의 것인지 설정되어 있지 않습니다(FHIR_FILE의 patient_system).',
  organisationMissing: '기관명이 설정되어 있지 않습니다(FHIR_FILE의 organisation).',
  regulatoryMissing: '의료기기 정보가 설정되어 있지 않습니다(REGULATORY_FILE).',
  reportNotPrinted: '보고서 PDF를 만들 수 없어 메시지에 PDF가 없습니다.',
  fileUnreadable: '원본 파일을 읽을 수 없어 메시지에 해시값이 없습니다.',
  olderAnalysis: '이전 버전의 소프트웨어 또는 지금과 다른 모델로 분석한 결과입니다.',
  otherName:
    '등록번호가 같은 다른 영상의 환자명, 성별 또는 생년월일이 다릅니다. 환자가 맞는지 확인해 주세요.',
}

export const fhirIssues: TranslatedMessages<typeof enIssues> = {
  'not-a-resource': '리소스가 아닙니다.',
  'unknown-type': '{{detail}} 유형의 리소스는 알 수 없습니다.',
  'unknown-element': '{{detail}} 요소는 없습니다.',
  missing: '{{detail}} 항목이 필요합니다.',
  'not-a-list': '목록이어야 합니다.',
  'not-single': '목록이면 안 됩니다.',
  empty: '비어 있습니다.',
  'wrong-type': '{{detail}} 유형이어야 합니다.',
  'wrong-form': '{{detail}}의 형식이 맞지 않습니다.',
  'impossible-date': '없는 날짜입니다: {{detail}}.',
  'unknown-code': '여기에 쓸 수 없는 코드입니다: {{detail}}.',
  choice: '{{detail}} 값이 둘 이상입니다.',
  'reference-type': '여기에 쓸 수 없는 유형의 참조입니다: {{detail}}.',
  narrative: '설명문에 허용되지 않는 내용이 있습니다: {{detail}}.',
  invariant: 'FHIR 규칙 {{detail}}에 맞지 않습니다.',
  'full-url': '주소({{detail}})가 없거나 중복되었거나 리소스와 맞지 않습니다.',
  'dangling-reference': '참조 {{detail}}의 대상이 없습니다.',
  'patient-count': '환자는 한 명이어야 하는데 {{detail}}명입니다.',
  'other-patient': '다른 환자에 관한 내용입니다: {{detail}}.',
  'message-header': '메시지는 하나뿐인 헤더로 시작해야 합니다.',
  unreachable: '참조되지 않은 리소스입니다: {{detail}}.',
  'no-ai-label': '인공지능의 결과라는 표시가 없습니다.',
  'no-interpreter': '최종 결과에는 확인한 의료진이 필요합니다.',
  'risk-differs': '위험도가 두 가지로 표시되어 있습니다: {{detail}}.',
  'ratio-differs': '비율이 직경의 비율({{detail}})과 다릅니다.',
  'units-differ': '직경의 단위가 서로 다릅니다.',
  'no-scale-source': '마이크로미터에는 축척의 출처가 필요합니다.',
  'uid-form': 'UID가 아닙니다: {{detail}}.',
  'instance-count': '인스턴스 수가 맞지 않습니다(필요한 수: {{detail}}).',
  profile: '{{detail}} 프로파일에 필요한 내용이 없습니다.',
}
