import type { analysis as enAnalysis, quality as enQuality } from '#contract/messages/analysis'
import { qualityReasons } from '#contract/results/quality-reasons'
import { textsIn } from '#contract/results/words'

import type { TranslatedMessages } from '../../translated.ts'

export const analysis: TranslatedMessages<typeof enAnalysis> = {
  group: '분석',
  taskName: '{{file}} 분석',
  queued: '영상 분석이 대기열에 추가되었습니다.',
  imageDeleted: '분석이 시작되기 전에 영상이 삭제되었습니다.',
  datasetTaskName: '{{dataset}}의 전체 영상 분석',
  assistTaskName: '{{file}} 병변 탐색 ({{model}})',
  datasetQueued: '영상 {{count}}개의 분석이 대기열에 추가되었습니다.',
  allAnalysed:
    '데이터셋의 모든 영상이 이미 분석되었습니다. 새로 분석하려면 전체 다시 분석을 선택해 주세요.',
  allWaitForOrders:
    '의뢰할 수 있는 영상이 없습니다. 영상 {{count}}개가 처방을 기다립니다. 각 행에서 이유를 확인해 주세요.',
  waitsForOrder:
    '데이터셋에 필요한 처방을 기다리는 영상입니다. 처방이 확인되면 표에서 의뢰해 주세요.',
  noImages: '분석할 영상이 데이터셋에 없습니다. 먼저 영상을 업로드해 주세요.',
  imageAnalysed: '{{file}} 분석: {{why}}',
  imageFailed: '영상 {{image}}: {{why}}',
  stepFailed:
    '{{file}}: {{step}} 단계를 계산하지 못하여 분석되지 않은 영상으로 처리합니다. 이전 결과는 그대로 유지됩니다. 계속되면 관리자에게 알려 주세요.',
  unexpected: '예기치 않은 오류로 분석이 중단되었습니다. 자세한 내용은 서버 로그에 있습니다.',
  datasetAnalysed: '영상 {{done}}개를 처리했으며 그중 {{failed}}개가 실패했습니다.',
  'no-field': '어두운 배경 위에서 밝고 둥근 시야를 찾지 못했습니다.',
  bothVesselKinds:
    '세동맥과 세정맥의 분류를 모두 지정해 주세요. 측정에는 양쪽의 수정된 영역이 필요합니다.',
  nothingCorrected: '측정할 주석의 분류를 지정해 주세요.',
  sameCategory: '세동맥과 세정맥은 분류로 구별합니다. 서로 다른 분류를 지정해 주세요.',
  statusQueued: '대기 중',
  statusRunning: '실행 중',
  statusDone: '완료',
  statusInPart: '일부 완료',
  statusNotGradable: '분석 불가(영상 품질): {{why}}',
  statusFailed: '실패: {{why}}',
}

export const quality: TranslatedMessages<typeof enQuality> = textsIn(qualityReasons, 'ko')
