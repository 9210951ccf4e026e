import type { analysis as enAnalysis } from '#contract/messages/analysis'

import type { TranslatedMessages } from '../../translated.ts'

export const analysis: TranslatedMessages<typeof enAnalysis> = {
  group: '분석',
  taskName: '{{file}} 분석',
  queued: '영상 분석이 대기열에 추가되었습니다.',
  imageDeleted: '분석이 시작되기 전에 영상이 삭제되었습니다.',
  vesselsFound: '시야 면적의 {{percent}} %에서 혈관을 찾았습니다.',
  'too-small': '영상이 너무 작습니다. 시야의 너비가 150픽셀 이상이어야 합니다.',
  'no-contrast': '영상이 거의 균일합니다. 어두운 배경 위에 밝은 시야가 없습니다.',
  'no-field': '어두운 배경 위에서 밝고 둥근 시야를 찾지 못했습니다.',
  statusQueued: '대기 중',
  statusRunning: '실행 중',
  statusDone: '완료',
  statusFailed: '실패: {{why}}',
}
