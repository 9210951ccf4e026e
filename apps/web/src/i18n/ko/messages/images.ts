import type { files as enFiles, images as enImages } from '#contract/messages/images'

import type { TranslatedMessages } from '../../translated.ts'

export const images: TranslatedMessages<typeof enImages> = {
  wasDeleted:
    '데이터셋에서 삭제된 영상입니다(당시 이름: {{path}}). 삭제한 항목에서 복원하거나 영구 삭제해 주세요.',
  nameInUndo:
    '이름이 {{path}}인 영상이 삭제한 항목에 있습니다. 그곳에서 영구 삭제하거나 파일 이름을 바꿔 주세요.',
  nameTaken:
    '이름이 {{path}}인 다른 영상이 데이터셋에 이미 있습니다. 파일 이름을 바꾸거나 그 영상을 먼저 삭제해 주세요.',
  notScanned:
    '데이터셋 폴더에 이름이 {{path}}인 다른 파일이 있으며 아직 목록에 없습니다. 데이터셋을 스캔하거나 파일 이름을 바꿔 주세요.',
  fileMissing:
    '데이터셋 폴더에 {{path}} 파일이 없습니다. 파일을 되돌려 놓고 데이터셋을 스캔하거나 다시 업로드해 주세요.',
  fileDamaged:
    '데이터셋 폴더의 {{path}} 파일이 영상을 만들 때의 원본과 다릅니다. 손상되었거나 바뀐 파일이므로 표시하거나 전송하지 않습니다. 백업 등에서 원본을 되돌려 놓은 뒤 데이터셋을 스캔해 주세요.',
  twin_undecided:
    '이 데이터셋에 SOP Instance UID가 같은 다른 영상이 있습니다. 어느 영상을 사용할지 먼저 선택해 주세요. 선택하기 전에는 이 영상을 분석하거나 전송하지 않습니다.',
  twin_set_aside:
    'SOP Instance UID가 같은 다른 영상을 사용하므로 이 영상은 제외되었습니다. 분석하거나 전송하지 않습니다.',
  noTwins: '데이터셋에 SOP Instance UID가 같은 다른 영상이 없습니다.',
  maskDeidentified: '비식별화한 DICOM 다운로드에서만 영상을 가릴 수 있습니다.',
  maskNoField:
    '영상에서 시야를 찾지 못해 가릴 수 없습니다. 글자가 보이지 않으면 가리지 않고 다운로드해 주세요.',
  maskOtherPixels:
    '프레임이 여러 개이거나 픽셀당 8비트를 넘는 파일이어서 가릴 수 없습니다. 어느 프레임에도 글자가 없으면 가리지 않고 다운로드해 주세요.',
}

export const files: TranslatedMessages<typeof enFiles> = {
  none: '전송된 파일이 없습니다.',
  noneInField: '"{{field}}" 필드로 전송된 파일이 없습니다.',
  notMultipart: '파일을 multipart/form-data 형식으로 "{{field}}" 필드에 넣어 보내 주세요.',
  notRelated: '파일을 multipart/related 형식으로 보내 주세요. 각 부분의 형식은 {{type}}입니다.',
  tooMany: '한 번에 파일을 {{most}}개까지 보낼 수 있습니다.',
  wrongField: '파일은 "{{received}}" 필드가 아니라 "{{expected}}" 필드에 넣어야 합니다.',
  tooLarge: '{{file}}: 파일 하나에 허용된 {{most}} MB보다 큽니다.',
  diskFull:
    '서버의 디스크가 가득 차서 아무것도 저장하지 않았습니다. 관리자에게 공간 확보를 요청해 주세요.',
  unusableName:
    '사용할 수 없는 파일 이름입니다: {{name}}({{why}}). 이름을 바꾸어 다시 업로드해 주세요.',
  nameIsEmpty: '이름이 비어 있음',
  nameIsLong: '{{most}}바이트보다 김',
  nameHasSlash: '빗금이 들어 있음',
  nameHasControls: '제어 문자가 들어 있음',
  nameStartsWithDot: '마침표로 시작함',
  nameIsReserved: '일부 시스템의 예약어임',
  unknownFormat: '{{file}}: Fovea가 지원하는 영상이 아닙니다. 지원하는 형식은 {{formats}}입니다.',
  needsMemory: '파일을 읽을 수 없습니다. 디코딩하는 데 메모리가 너무 많이 필요합니다.',
  decodingFailed: '파일을 읽을 수 없습니다. 디코딩하지 못했습니다.',
  crashesDecoder:
    '파일을 읽을 수 없습니다. 이 파일 때문에 디코딩 프로세스가 두 번 비정상 종료되었습니다.',
  decodingTookLong: '파일을 읽을 수 없습니다. 디코딩하는 데 시간이 너무 오래 걸립니다.',
  damaged: '{{format}} 파일을 읽을 수 없습니다. 손상되었거나 불완전합니다({{detail}}).',
  tooManyPixels: '영상의 픽셀 수가 {{most}}백만 개를 넘습니다.',
  tooManyPixelsForWork:
    '영상이 {{width}} × {{height}} 픽셀입니다. 보고 주석을 달 수 있지만, 분석과 DICOM 파일, 가리기는 {{most}}백만 픽셀까지만 됩니다.',
  tooManyPixelsOf:
    '영상의 크기가 {{width}} x {{height}}픽셀입니다. {{most}}백만 픽셀까지 사용할 수 있습니다.',
  not_dicom: 'DICOM 파일이 아닙니다. ({{detail}})',
  directory:
    '영상이 아니라 DICOM 매체의 목록 파일(DICOMDIR)입니다. 목록에 있는 파일을 업로드하거나 매체 전체를 ZIP 파일로 업로드해 주세요. ({{detail}})',
  noFrame: '이 파일에는 프레임이 {{frames}}개 있으며 {{frame}}번 프레임은 없습니다.',
  frameInUse:
    '지금 표시된 프레임에 주석이나 분석 결과가 있습니다. 다른 프레임을 쓰려면 파일을 다른 데이터셋에 업로드해 주세요.',
  lacksUid: '검사, 시리즈 또는 객체의 UID가 없습니다.',
  listsFiles: '파일 {{count}}개의 목록입니다.',
  withoutUids:
    'DICOM 파일에 영상은 있지만 검사 UID(Study Instance UID) 또는 객체 UID(SOP Instance UID)가 없습니다. 보관하려면 새 UID를 부여하여 업로드해 주세요. 파일 자체는 바뀌지 않습니다.',
  truncated: 'DICOM 파일이 불완전합니다. ({{detail}})',
  malformed: 'DICOM 파일이 손상되었습니다. ({{detail}})',
  too_complex: 'DICOM 파일의 구조가 너무 복잡하여 읽을 수 없습니다. ({{detail}})',
  too_large: 'DICOM 파일의 영상이 너무 큽니다. ({{detail}})',
  no_pixels: 'DICOM 파일에 영상이 없습니다. 다른 종류의 DICOM 객체입니다: {{detail}}.',
  unsupported_transfer_syntax: '지원하지 않는 DICOM 압축 방식입니다. ({{detail}})',
  unsupported_pixels: '지원하지 않는 DICOM 영상 종류입니다. ({{detail}})',
}
