import type { imports as enImports } from '#contract/messages/imports'

import type { TranslatedMessages } from '../../translated.ts'

export const imports: TranslatedMessages<typeof enImports> = {
  group: '가져오기',
  taskName: '{{dataset}} 데이터셋으로 주석 가져오기',
  checkName: '{{dataset}} 데이터셋에 가져올 주석 확인',
  datasetDeleted: '가져오기가 시작되기 전에 데이터셋이 삭제되었습니다.',
  fileGone: '파일이 더 이상 보관되어 있지 않습니다. 다시 가져와 주세요.',
  unreadable: '파일을 읽을 수 없습니다. {{detail}}',
  unusableCategory: '파일의 {{number}}번째 분류를 사용할 수 없습니다. {{detail}}',
  categoryTwice: '파일의 두 분류가 같은 ID를 사용합니다: {{id}}.',
  tooManyImages: '파일에 영상이 {{most}}개보다 많습니다. 파일을 나누어 차례로 가져와 주세요.',
  tooManyAnnotations: '파일에 주석이 {{most}}개보다 많습니다. 파일을 나누어 차례로 가져와 주세요.',
  tooManyCategories: '파일에 분류가 {{most}}개보다 많습니다.',
  archiveContent:
    'ZIP 파일에 annotations.xml 파일이 있거나, .xml 또는 .json 파일이 하나만 있어야 합니다.',
  archiveInArchive: 'ZIP 파일 안의 주석 파일이 다시 ZIP 파일입니다.',
  categoriesCreated: '새로 만든 분류: {{names}}.',
  categoriesAdded: '데이터셋에 추가한 분류: {{names}}.',
  wouldCreate: '새로 만들 분류: {{names}}.',
  wouldAdd: '데이터셋에 추가할 분류: {{names}}.',
  images: '파일의 영상 {{inFile}}개 중 데이터셋에 있는 영상: {{matched}}개.',
  imported:
    '주석 {{inFile}}개 중 {{created}}개를 가져왔습니다. 이미 있음: {{existing}}개, 제외: {{leftOut}}개.',
  wouldImport:
    '주석 {{inFile}}개 중 {{created}}개를 가져오게 됩니다. 이미 있음: {{existing}}개, 제외: {{leftOut}}개.',

  image_not_in_dataset: '데이터셋에 없는 파일의 영상: {{count}}개. {{detail}}',
  image_ambiguous: '어느 영상인지 구별할 수 없는 파일의 영상: {{count}}개. {{detail}}',
  image_size_differs: '파일에 적힌 크기가 다른 영상: {{count}}개. {{detail}}',
  image_unusable: '사용할 수 없는 파일의 영상 항목: {{count}}개. {{detail}}',
  image_id_twice: '파일에서 중복된 영상 ID: {{count}}개. {{detail}}',
  annotation_unusable:
    '사용할 수 없는 주석이 있어 영상을 그대로 두었습니다: {{count}}개. {{detail}}',
  annotation_id_twice: '주석 ID가 중복되어 영상을 그대로 두었습니다: {{count}}개. {{detail}}',
  annotation_without_image: '파일에 없는 영상의 주석: {{count}}개. {{detail}}',
  category_missing: '파일에 없는 분류가 쓰여 그대로 둔 영상: {{count}}개. {{detail}}',
  keypoints_differ:
    '특징점이 이곳의 분류와 맞지 않아 특징점 없이 가져온 주석: {{count}}개. {{detail}}',
  outside_image: '주석이 영상 밖에 있어 영상을 그대로 두었습니다: {{count}}개. {{detail}}',
  fields_unusable:
    '데이터셋에 없거나 맞지 않는 항목 값이 있는 영상과 주석: {{count}}개. {{detail}}',
  fields_differ: '항목 값이 달라 원래 값을 유지한 영상: {{count}}개. {{detail}}',
  not_carried_over: '이곳에 대응하는 것이 없거나 손상된 주석의 종류: {{count}}개. {{detail}}',
  metadata_differ: '기존 메타데이터를 유지한 영상: {{count}}개. {{detail}}',

  caseImage: '영상 {{file}}.',
  caseImageSays: '영상 {{file}}: {{detail}}',
  caseSize: '영상 {{file}}: 파일에는 {{inFile}} 픽셀, 데이터셋에는 {{inDataset}} 픽셀입니다.',
  caseSameName: '영상 {{file}}: 데이터셋에 같은 이름의 영상이 {{count}}개 있습니다.',
  caseShared: '영상 {{file}}: 파일의 다른 항목도 {{path}}에 해당합니다.',
  caseIdTwice: '영상 {{file}}: 중복된 ID {{id}}.',
  caseDeleted: '영상 {{file}}: 그사이에 삭제되었거나, 판독 배정에서 이미 제출한 영상입니다.',
  caseFields: '영상 {{file}}: 제외한 항목 {{keys}}.',
  fieldsCreated: '데이터셋에 추가한 항목: {{names}}.',
  wouldAddFields: '데이터셋에 추가할 항목: {{names}}.',
  caseMetadata: '영상 {{file}}: 기존 값을 유지했습니다({{keys}}).',
  caseAnnotation: '영상 {{file}}, 주석 {{id}}: {{detail}}',
  caseAnnotationTwice: '영상 {{file}}: 중복된 주석 ID {{id}}.',
  caseNoCategory: '영상 {{file}}: 파일에 {{id}}번 분류가 없습니다.',
  caseKeypoints:
    '영상 {{file}}, 주석 {{id}}: 특징점이 {{received}}개이지만 {{category}} 분류에는 {{expected}}개입니다.',
  caseTooMany: '영상 {{file}}: 주석이 {{most}}개보다 많습니다.',
  caseTooManyPoints: '영상 {{file}}, 주석 {{id}}: 점이 {{most}}개보다 많습니다.',
  caseOutside: '영상 {{file}}, 주석 {{id}}: 영상 안에 있는 부분이 없습니다.',
  caseEntry: '파일의 {{byte}}번째 바이트: {{detail}}',
  caseUnsupported: '{{kind}}: 대응하는 것이 없는 주석 {{count}}개 (예: {{file}}).',
  caseDamaged: '{{kind}}: 손상된 주석 {{count}}개 (예: {{file}}).',
  caseNoImage: '파일의 {{byte}}번째 바이트: {{id}}번 영상이 없습니다.',
}
