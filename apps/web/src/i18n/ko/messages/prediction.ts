import type { prediction as enPrediction } from '#contract/messages/prediction'

import type { TranslatedMessages } from '../../translated.ts'

export const prediction: TranslatedMessages<typeof enPrediction> = {
  fourPoints: '대상의 가장 왼쪽, 위쪽, 오른쪽, 아래쪽 점을 하나씩 정확히 네 개 지정해 주세요.',
  pointOutside:
    '{{number}}번 점({{x}}, {{y}})이 영상 밖에 있습니다. 영상 크기는 {{width}} x {{height}}픽셀입니다.',
  flat: '네 점이 한 직선 위나 한 곳에 모여 있습니다. 대상의 가장 왼쪽, 위쪽, 오른쪽, 아래쪽 점을 지정해 주세요.',
  firstInside: '첫 번째 클릭은 대상 안쪽이어야 합니다.',
  clickOutside:
    '{{number}}번 클릭({{x}}, {{y}})이 영상 밖에 있습니다. 영상 크기는 {{width}} x {{height}}픽셀입니다.',
  busy: '서버가 다른 예측을 처리하고 있습니다. 잠시 후 다시 시도해 주세요.',
  tookLong: '예측에 시간이 너무 오래 걸렸습니다. 여백을 줄여 다시 시도해 주세요.',
  clicksTookLong: '예측에 시간이 너무 오래 걸렸습니다. 다시 시도해 주세요.',
  noRuntime: '클릭을 따라가는 모델을 이 서버에서 실행할 수 없습니다: {{detail}}',
  nothingClicked:
    '이 위치에서 대상을 찾지 못했습니다. 대상의 다른 부분을 클릭하거나 다른 도구로 그려 주세요.',
  cancelled: '예측이 취소되었습니다.',
  nothing:
    '이 점들 사이에서 뚜렷한 대상을 찾지 못했습니다. 임계값을 낮추거나 다른 도구로 그려 주세요.',
}
