/** The name of a field in both languages of the interface, as its form has it. */
interface FieldName {
  readonly en: string
  readonly ko: string
}

/**
 * Names of the fields that a person fills in, by the last part of their path (`settings.PACS.IP` has that of
 * `IP`), for refusals. Codes and paths remain the same for programs.
 */
export const fieldNames: Readonly<Record<string, FieldName>> = {
  // Accounts.
  emergencyAccess: { en: 'Emergency access', ko: '응급 접근' },
  site_id: { en: 'Site', ko: '기관' },
  email: { en: 'Email', ko: '이메일' },
  mailsOff: { en: 'Notices not wanted by mail', ko: '메일로 받지 않을 알림' },
  username: { en: 'Username', ko: '사용자 이름' },
  password: { en: 'Password', ko: '비밀번호' },
  new_password: { en: 'New Password', ko: '새 비밀번호' },
  confirm_password: { en: 'Confirm Password', ko: '비밀번호 확인' },
  name: { en: 'Name', ko: '이름' },
  group: { en: 'Group', ko: '소속' },
  isAdmin: { en: 'Admin', ko: '관리자' },
  code: { en: 'Code', ko: '코드' },
  required_for: { en: 'Second factor required for', ko: '2단계 인증 요구 대상' },
  newSubDate: { en: 'Expiration Date', ko: '만료일' },
  heir: { en: 'Their datasets go to', ko: '데이터셋을 넘겨받을 관리자' },
  scopes: { en: 'Allowed to', ko: '허용할 작업' },
  dataset_ids: { en: 'Datasets', ko: '데이터셋' },
  days: { en: 'Days', ko: '일수' },
  users: { en: 'Users', ko: '사용자' },
  groups: { en: 'Groups', ko: '그룹' },
  role: { en: 'Role', ko: '역할' },
  language: { en: 'Language', ko: '언어' },
  q: { en: 'Search', ko: '검색어' },

  // Page for the patient.
  text: { en: 'Next steps for the patient', ko: '환자에게 안내할 사항' },

  // Datasets and categories.
  folder: { en: 'Folder', ko: '폴더' },
  dataset_id: { en: 'Dataset', ko: '데이터셋' },
  categories: { en: 'Categories', ko: '분류' },
  add_categories: { en: 'Categories', ko: '분류' },
  color: { en: 'Color', ko: '색' },
  supercategory: { en: 'Supercategory', ko: '상위 분류' },
  metadata: { en: 'Metadata', ko: '메타데이터' },
  default_annotation_metadata: { en: 'Default annotation metadata', ko: '주석 기본 메타데이터' },
  keypoint_labels: { en: 'Keypoints', ko: '특징점' },
  keypoint_edges: { en: 'Connects to', ko: '연결' },
  keypoint_colors: { en: 'Keypoint colors', ko: '특징점 색' },
  annotate_url: { en: 'Annotation service', ko: '주석 서비스' },
  models: { en: 'Networks', ko: '모델' },
  keywords: { en: 'Keyword', ko: '키워드' },
  limit: { en: 'Limit', ko: '최대 개수' },
  format: { en: 'Format', ko: '형식' },
  reason: { en: 'Reason', ko: '이유' },
  identified: { en: 'With patient data', ko: '환자 정보 포함' },
  with_empty_images: { en: 'Images without annotations', ko: '주석 없는 영상' },

  // Assignments.
  images: { en: 'Images', ko: '영상' },
  sample: { en: 'Sample', ko: '표본' },
  size: { en: 'Number of images', ko: '영상 수' },
  stratified_by: { en: 'Same shares of', ko: '비율 유지 항목' },
  reader: { en: 'Reader', ko: '판독자' },
  readers: { en: 'Readers', ko: '판독자' },
  readers_per_image: { en: 'Readers of each image', ko: '영상당 판독자 수' },
  outlines: { en: 'Outlines', ko: '윤곽선' },
  due_on: { en: 'Due on', ko: '마감일' },
  instructions: { en: 'Instructions', ko: '안내' },
  blinded: { en: 'Blinded', ko: '눈가림' },
  seed: { en: 'Seed', ko: '난수 시드' },

  // Lists and their filters.
  show: { en: 'Show', ko: '표시' },
  order: { en: 'Order', ko: '정렬' },
  state: { en: 'State', ko: '상태' },
  stateMICS: { en: 'MICS state', ko: 'MICS 상태' },
  reportState: { en: 'AI Report Status', ko: 'AI 판독 상태' },
  file_name__icontains: { en: 'File name', ko: '파일 이름' },
  patientName__icontains: { en: 'Patient name', ko: '환자명' },
  patientID__icontains: { en: 'Patient ID', ko: '등록번호' },
  studyDate__gte: { en: 'Study date, from', ko: '검사일, 시작' },
  studyDate__lte: { en: 'Study date, to', ko: '검사일, 끝' },
  category_ids__in: { en: 'Categories', ko: '분류' },
  from: { en: 'From', ko: '시작' },
  to: { en: 'To', ko: '끝' },
  action: { en: 'Action', ko: '작업' },
  object_type: { en: 'Object type', ko: '대상 유형' },
  object_id: { en: 'Object ID', ko: '대상 번호' },

  // A photograph, its patient and its scale.
  patient_id: { en: 'Patient ID', ko: '등록번호' },
  patientID: { en: 'Patient ID', ko: '등록번호' },
  issuer: { en: 'Issuer of the ID', ko: '등록번호 발급 기관' },
  patient_name: { en: 'Patient name', ko: '환자명' },
  patientName: { en: 'Patient name', ko: '환자명' },
  sex: { en: 'Sex', ko: '성별' },
  birth_date: { en: 'Birth date', ko: '생년월일' },
  age: { en: 'Age', ko: '나이' },
  eye: { en: 'Eye', ko: '눈' },
  taken_at: { en: 'Taken on', ko: '촬영일시' },
  scale: { en: 'Scale', ko: '축척' },
  SCALES: { en: 'Scales of cameras', ko: '카메라 축척' },
  micrometres_per_pixel: { en: 'µm per pixel', ko: '픽셀당 µm' },
  field_degrees: { en: 'Field angle in degrees', ko: '화각 (도)' },
  circle_px: { en: 'Image circle in pixels', ko: '영상 원의 직경 (픽셀)' },
  axial_length: { en: 'Axial length of the eye in mm', ko: '안축장 (mm)' },
  refraction: { en: 'Refraction in dioptres', ko: '굴절력 (D)' },
  manufacturer: { en: 'Manufacturer', ko: '제조사' },
  model: { en: 'Model', ko: '모델' },
  image_width: { en: 'Image width in pixels', ko: '영상 너비 (픽셀)' },
  frame: { en: 'Frame', ko: '프레임' },
  fromId: { en: 'Image ID', ko: '영상 번호' },
  category_ids: { en: 'Categories', ko: '분류' },

  // Fields that readers fill in, and their descriptions.
  fields: { en: 'Fields', ko: '항목' },
  key: { en: 'Key', ko: '키' },
  type: { en: 'Type', ko: '유형' },
  subject: { en: 'Applies to', ko: '대상' },
  words: { en: 'Name', ko: '이름' },
  en: { en: 'English text', ko: '영어 텍스트' },
  ko: { en: 'Korean text', ko: '한국어 텍스트' },
  help: { en: 'Help', ko: '도움말' },
  options: { en: 'Options', ko: '선택지' },
  value: { en: 'Value', ko: '값' },
  contains: { en: 'Contains', ko: '포함' },
  unit: { en: 'Unit', ko: '단위' },
  min: { en: 'Minimum', ko: '최솟값' },
  max: { en: 'Maximum', ko: '최댓값' },
  most: { en: 'Maximum length', ko: '최대 길이' },
  decimals: { en: 'Decimals', ko: '소수 자릿수' },
  shownWhen: { en: 'Shown only if', ko: '표시 조건' },

  // Comments.
  comment: { en: 'Comment', ko: '댓글' },

  // Review and references.
  decision: { en: 'Decision', ko: '판정' },
  note: { en: 'Note', ko: '메모' },
  references: { en: 'References', ko: '참고치' },
  measure: { en: 'Measure', ko: '측정값' },
  age_from: { en: 'Age from', ko: '시작 나이' },
  age_to: { en: 'Age to', ko: '끝 나이' },
  mean: { en: 'Mean', ko: '평균' },
  sd: { en: 'SD', ko: '표준편차' },
  n: { en: 'People', ko: '인원' },
  source: { en: 'Source', ko: '출처' },

  // Other systems.
  address: { en: 'Address', ko: '주소' },
  ae_title: { en: 'AE title', ko: 'AE 타이틀' },
  AETITLE: { en: 'AETITLE', ko: 'AE 타이틀' },
  CALLEDAETITLE: { en: 'AETITLE of the PACS', ko: 'PACS의 AE 타이틀' },
  IP: { en: 'IP', ko: 'IP 주소' },
  PORT: { en: 'PORT', ko: '포트' },
  TLS: { en: 'TLS', ko: 'TLS' },
  MODALITY: { en: 'MODALITY', ko: '모달리티' },
  modality: { en: 'Modality', ko: '모달리티' },
  RETRIEVE: { en: 'Retrieve by', ko: '가져오기 방식' },
  SENDBY: { en: 'Send by', ko: '전송 방식' },
  SENDRESULTS: { en: 'Send results', ko: '결과 전송' },
  COMMITMENT: { en: 'Storage commitment', ko: '보관 확약' },
  DICOMWEB: { en: 'DICOMweb address', ko: 'DICOMweb 주소' },
  WEBUSER: { en: 'DICOMweb user', ko: 'DICOMweb 사용자' },
  WEBPASSWORD: { en: 'DICOMweb password', ko: 'DICOMweb 비밀번호' },
  FORCELOSSLESSTRANFERPROTOCOL: { en: 'FORCELOSSLESSTRANFERPROTOCOL', ko: '무손실 전송 강제' },
  REQUIRE: { en: 'REQUIRE MICS QUERY', ko: 'MICS 처방 조회 필수' },
  REQUIRESEND: { en: 'REQUIRE MICS SEND', ko: 'MICS 결과 전송 필수' },
  SERVICENAME: { en: 'SERVICENAME', ko: '서비스 이름' },
  USERNAME: { en: 'USERNAME', ko: '사용자 이름' },
  PASSWORD: { en: 'PASSWORD', ko: '비밀번호' },
  SEND: { en: 'Send', ko: '전송' },
  accessionNumber: { en: 'Accession number', ko: '접수번호' },
  studyDate: { en: 'Study date', ko: '검사일' },
  studies: { en: 'Studies', ko: '검사' },
  ordSeq: { en: 'Order', ko: '처방' },
}

/** The names in one language. */
export function fieldNamesIn(language: keyof FieldName): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldNames).map(([field, name]) => [field, name[language]]),
  )
}
