import type { patientData as enPatientData } from '#contract/messages/patient-data'

import type { TranslatedMessages } from '../../translated.ts'

export const patientData: TranslatedMessages<typeof enPatientData> = {
  underWay: '영상을 분석하는 중입니다. 결과가 나온 뒤 환자를 바꿔 주세요.',
  onlyClinicians:
    '이 영상의 결과가 이 환자의 것으로 다른 시스템에 전송되었습니다. 등록번호를 바꾸면 결과가 철회되므로 데이터셋 소유자와 의료진만 바꿀 수 있습니다.',
  inFuture: '미래의 날짜입니다: {{day}}.',
  noRows: '표에 제목 행 외의 행이 없습니다.',
  tooManyRows: '표에 {{rows}}행이 있습니다. 한 번에 {{most}}행까지 처리합니다. 표를 나눠 주세요.',
  noTable: '파일이 CSV 표가 아닙니다: {{fault}}',
  noSubject: '표에 image_id 또는 file_name 열이 필요합니다.',
  unknownColumn: '이런 열은 없습니다. 사용할 수 있는 열: {{columns}}.',
  twice: '같은 영상이 {{row}}행에도 있습니다.',
  inRow: '{{row}}행: {{why}}',
  noImage: '데이터셋에 이런 영상이 없습니다.',
  severalImages: '데이터셋에 이 이름의 영상이 {{count}}개 있습니다. image_id로 지정해 주세요.',
  notTaken: '입력할 수 없는 값입니다: {{value}}. 입력할 수 있는 값: {{why}}.',
  allowedText: '제어 문자가 없는 너무 길지 않은 글자',
  allowedSex: 'F, M 또는 O',
  allowedDay: '1956-02-29와 같은 날짜',
  allowedAge: '0~129의 정수(세)',
  allowedEye: 'R 또는 L',
  allowedTime: '2026-03-01T09:30:00과 같은 시각',
  allowedScale: '픽셀당 0.5~100 µm, 또는 영상 원 50~30000픽셀에 10~200도',
  allowedLength: '15~40 mm',
  allowedRefraction: '-30~20 디옵터',
  halfScale: 'field_degrees와 circle_px는 함께 입력해야 합니다.',
  twoScales: 'micrometres_per_pixel 또는 field_degrees와 circle_px 가운데 하나만 입력해 주세요.',
  otherPatientInArchive:
    'PACS에 있는 이 영상의 환자({{filed}})와 여기서 정정한 환자({{stated}})가 다릅니다. 먼저 PACS에서 환자를 정정해 주세요. 그렇지 않으면 결과가 다른 환자의 기록에 들어갑니다.',
}
