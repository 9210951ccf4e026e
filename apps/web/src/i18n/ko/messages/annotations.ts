import type { annotations as enAnnotations } from '#contract/messages/annotations'

import type { TranslatedMessages } from '../../translated.ts'

export const annotations: TranslatedMessages<typeof enAnnotations> = {
  staleRevision: '이 주석을 연 뒤에 다른 사용자가 변경했습니다.',
  staleRevisions:
    '이 주석들을 연 뒤에 다른 사용자가 변경하거나 삭제했습니다: {{ids}}. 아무것도 저장되지 않았습니다. 변경 내용을 확인한 뒤 다시 저장해 주세요.',
  onlyOnce: '같은 주석을 두 번 보낼 수 없습니다.',
  sameImage: '같은 영상으로는 복사할 수 없습니다.',
  isSameImage: '같은 영상입니다',
  enterImageId: '올바른 영상 ID를 입력해 주세요.',
  imageIdIsNumber: '숫자를 입력해 주세요.',
  chooseCategory: '분류를 하나 이상 선택해 주세요.',
  deletedSince: '이 주석은 저장된 뒤에 삭제되었습니다.',
  tooManyPoints: '주석 하나에는 점을 {{most}}개까지만 둘 수 있습니다. 여러 주석으로 나누어 주세요.',
  unusableSegmentation: '이 윤곽은 사용할 수 없습니다: {{detail}}',
  noArea:
    '도형이 영상({{width}} × {{height}} 픽셀) 밖에 있거나 면적이 없습니다. 영상 안의 도형을 보내거나, 도형이 없는 주석이면 빈 윤곽을 보내 주세요.',
  noLine:
    '선이 영상({{width}} × {{height}} 픽셀) 밖에 있습니다. 영상 안의 선을 보내거나, 선이 없는 주석이면 빈 목록을 보내 주세요.',
  noKeypoint:
    '특징점이 영상({{width}} × {{height}} 픽셀) 밖에 있습니다. 영상 안의 특징점을 하나 이상 보내거나, 특징점이 없는 주석이면 빈 목록을 보내 주세요.',
  noCategory: '데이터셋에 분류 {{id}}번이 없습니다. 먼저 데이터셋에 추가해 주세요.',
  isNoCategory: '데이터셋의 분류가 아닙니다',
  wrongKeypoints: '분류 {{name}}의 특징점은 {{expected}}개인데 {{received}}개가 전송되었습니다.',
  measurementPoints:
    '길이는 두 점 이상, 각도는 세 점, ETDRS 격자의 기준점(disc, fovea)은 한 점입니다.',
  measurementNames:
    'ETDRS 격자의 기준점에는 종류와 같은 이름(disc, fovea)을 쓰고, 다른 측정에는 이 이름을 쓸 수 없습니다.',
  staleMeasurements:
    '영상을 연 뒤에 다른 사용자가 이 측정을 변경하거나 삭제했습니다: {{ids}}. 아무것도 저장되지 않았습니다. 변경 내용을 확인한 뒤 다시 저장해 주세요.',
  tooManyMeasurements: '측정은 영상당 {{count}}개까지 저장할 수 있습니다.',
  manualOrigin: '사람이 그린 주석에는 알고리즘이 없습니다.',
  areWrongKeypoints: '분류의 라벨 수와 다릅니다',
}
