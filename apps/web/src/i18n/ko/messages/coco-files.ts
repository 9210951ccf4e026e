import type {
  cocoFiles as englishCocoFiles,
  labelFiles as englishLabelFiles,
  shapes as englishShapes,
} from '#contract/messages/coco-files'

import type { TranslatedMessages } from '../../translated.ts'

export const cocoFiles: TranslatedMessages<typeof englishCocoFiles> = {
  notAnObject: '{{field}} 값이 객체가 아닙니다.',
  notAnId: '{{field}} 값이 0 이상의 정수가 아닙니다.',
  name: '{{field}} 값이 제어 문자 없는 1~{{most}}자의 문자열이 아닙니다.',
  metadata: 'metadata 값이 객체가 아닙니다.',
  metadataKey: 'metadata에 {{most}}자를 넘거나 저장할 수 없는 문자가 든 키가 있습니다.',
  metadataText: 'metadata에 {{most}}자를 넘거나 저장할 수 없는 문자가 든 값이 있습니다.',
  fileName: 'file_name 값이 문자열이 아닙니다.',
  fileNameForm: 'file_name 값이 비어 있거나, {{most}}자를 넘거나, 제어 문자가 들어 있습니다.',
  fileNameOutside: 'file_name 값이 데이터셋 밖을 가리킵니다.',
  imageSize: 'width 또는 height 값이 숫자가 아닙니다.',
  categoryIds: 'category_ids 값이 목록이 아닙니다.',
  labels: 'keypoints 값이 {{most}}개 이하의 목록이 아닙니다.',
  labelTwice: 'keypoints에 같은 이름이 두 번 있습니다.',
  farPoint: '다각형에 영상에서 너무 멀리 떨어진 점이 있습니다.',
  maskSize: '마스크는 {{inMask}} 픽셀인데 영상은 {{height}} x {{width}} 픽셀입니다.',
  maskForm: '마스크의 런 길이가 문자열도 목록도 아닙니다.',
  box: 'bbox 값이 숫자 목록이 아닙니다.',
  boxForm: 'bbox 값이 x, y와 0보다 큰 너비, 높이가 아닙니다.',
  lines: 'lines 값이 각각 두 점 이상의 x, y 목록으로 되어 있지 않습니다.',
  keypoints: 'keypoints 값이 x, y와 0, 1, 2 중 하나인 표시 여부로 되어 있지 않습니다.',
  notJson: '예상한 JSON이 아닙니다: {{why}} ({{byte}}바이트 위치).',
  noObject: '객체로 시작하지 않음',
  noKey: '키가 없음',
  noColon: '콜론이 없음',
  noComma: '쉼표가 없음',
  noValue: '값이 없음',
  more: '끝난 뒤에 내용이 더 있음',
  cut: '중간에 끝남',
  listTwice: '“{{list}}” 목록이 두 번 나옴',
  notAList: '“{{list}}” 값이 목록이 아님',
  longEntry: '{{most}}바이트를 넘는 항목이 있음',
  nesting: '중첩이 {{most}}단계를 넘음',
}

export const labelFiles: TranslatedMessages<typeof englishLabelFiles> = {
  cut: '파일이 중간에 끝납니다.',
  doctype: '문서 형식 선언(DOCTYPE)이 있는 파일은 받지 않습니다.',
  encoding: '문자가 UTF-8로 저장되어 있지 않습니다.',
  long: '너무 긴 태그나 문자열이 있습니다.',
  malformed: '바깥 요소가 “annotations”인 올바른 CVAT XML이 아닙니다.',
  nesting: '요소가 너무 깊이 중첩되어 있습니다.',
}

export const shapes: TranslatedMessages<typeof englishShapes> = {
  form: '다각형 목록도 “rings”가 있는 객체도 아닙니다.',
  noRings: '{{polygon}}번 다각형에 고리가 없습니다.',
  ringForm: '{{polygon}}번 다각형의 {{ring}}번 고리가 목록이 아닙니다.',
  fewPoints: '{{polygon}}번 다각형의 {{ring}}번 고리에 점이 너무 적습니다.',
  oddCoordinates: '{{polygon}}번 다각형의 {{ring}}번 고리에 좌표가 홀수 개 있습니다.',
  notFinite: '{{polygon}}번 다각형의 {{ring}}번 고리에 유한한 수가 아닌 좌표가 있습니다.',
  maskSize:
    '{{height}} x {{width}} 픽셀의 마스크는 만들 수 없습니다. 두 변은 0보다 큰 정수이고 곱은 {{most}} 이하여야 합니다.',
  run: '{{index}}번 런의 길이가 {{length}}입니다. 런 길이는 0 이상의 정수입니다.',
  coverage: '런은 {{covered}}픽셀인데 {{height}} x {{width}}는 {{pixels}}픽셀입니다.',
  cutRun: '압축된 런이 중간에 끝납니다.',
  character: '압축된 런의 {{at}}번 위치에 쓸 수 없는 문자가 있습니다.',
  longRun: '압축된 런의 {{at}}번 위치에 지나치게 긴 런이 있습니다.',
  corners: '마스크의 조각이 너무 많아 윤곽의 꼭짓점이 {{most}}개를 넘습니다.',
}
