import type { dicomweb as enDicomweb } from '#contract/messages/dicomweb'

import type { TranslatedMessages } from '../../translated.ts'

export const dicomweb: TranslatedMessages<typeof enDicomweb> = {
  uidForm: 'UID는 64자 이하의 숫자와 점으로 이루어집니다.',
  framesForm: '프레임은 1부터 시작하는 번호를 쉼표로 이어 적습니다.',
  tagForm: '태그는 16진수 대문자 8자리입니다.',
  unknownAttribute: '검색할 수 없는 속성입니다: {{name}}. 철자를 확인해 주세요.',
  notANumber: '{{name}} 값은 0 이상의 숫자여야 합니다.',
  badValue: '{{name}}에 사용할 수 없는 값입니다: {{value}}. DICOM의 {{vr}} 형식이 아닙니다.',
  viewportForm:
    'viewport는 너비,높이 또는 너비,높이,왼쪽,위,너비,높이로 적으며 단위는 픽셀입니다. 변의 길이는 1에서 8192까지입니다.',
  outsideOfPicture: 'viewport의 영역이 {{width}} x {{height}} 픽셀인 영상을 벗어납니다.',
  thumbnailForm: '썸네일의 viewport는 너비,높이로 적으며 단위는 픽셀입니다.',
  windowForm:
    'window는 중심,너비,함수로 적으며 함수는 linear, linear-exact, sigmoid 중 하나입니다.',
  notAcceptable:
    '이 요청에는 {{types}} 형식으로만 응답할 수 있습니다. Accept 헤더에서 이 형식을 요청해 주세요.',
  onlyAsStored: '이 객체는 저장된 전송 구문으로만 받을 수 있습니다.',
  notRendered: '이 객체는 영상이 아니므로 그림으로 표시하지 않습니다. 파일은 받을 수 있습니다.',
  noFrame: '이 객체에는 {{frame}}번 프레임이 없습니다.',
  noAttribute: '이 객체에는 별도의 바이트를 가진 {{tag}} 속성이 없습니다.',
  otherStudy: '이 객체는 주소에 있는 검사와 다른 검사에 속합니다.',
  damaged:
    '객체의 파일이 저장될 때의 파일과 다릅니다. 손상되었거나 바뀐 파일이므로 백업에서 복원해야 하니 관리자에게 알려 주세요.',
}
