import type { documents as enDocuments } from '../en/documents.ts'
import type { Translated } from '../translated.ts'

export const documents: Translated<typeof enDocuments> = {
  titleOf: '검사 문서: {{name}}',
  hint: '다른 시스템이 이 영상의 검사에 추가한 객체입니다. 받은 그대로 표시하며 Fovea의 결과가 아닙니다.',
  loadFailed: '문서를 불러오지 못했습니다',
  none: '이 검사에는 다른 시스템의 문서가 없습니다.',
  note_other: '이 검사에 다른 시스템의 문서가 {{count}}건 있습니다',
  flag_other: '문서 {{count}}건',
  noteOf_other: '영상 {{id}}: 다른 시스템의 문서 {{count}}건',
  kinds: { report: '구조화 보고서', pdf: 'PDF 문서', segmentation: '분할 영상' },
  received: '{{at}} 수신',
  otherPatient: '이 문서의 환자는 영상의 환자와 다릅니다: {{name}}, 등록번호 {{id}}.',
  hasVersions: '이 검사에는 식별자가 같고 내용이 다른 객체가 있습니다.',
  openPdf: 'PDF 열기',
  readReport: '보고서 읽기',
  hideReport: '보고서 접기',
  download: '다운로드(DICOM)',
  reportFailed: '보고서를 읽지 못했습니다',
  verified: '확인됨',
  unverified: '확인되지 않음',
  partial: '미완성',
  verifiedBy: '확인자: {{names}}',
}
