import type { reviews as enReviews } from '#contract/messages/reviews'

import type { TranslatedMessages } from '../../translated.ts'

export const reviews: TranslatedMessages<typeof enReviews> = {
  notAnalysed: '확인할 수 있는 완료된 분석이 없습니다. 먼저 영상을 분석해 주세요.',
  underWay: '영상을 분석하는 중입니다. 새 결과가 나오면 그 결과를 확인해 주세요.',
  analysedAnew: '그 사이에 영상이 다시 분석되었습니다. 새 결과를 보고 확인해 주세요.',
  outOfDate:
    '분석의 근거가 된 정보가 그 후에 바뀌어 결과가 최신이 아닙니다. 영상을 다시 분석한 뒤 새 결과를 확인해 주세요.',
  nobody: '의료진 확인에는 이름이 필요한데, 로그인이 꺼져 있어 이름을 알 수 없습니다.',
}
