import type { assignments as english } from '#contract/messages/assignments'

import type { TranslatedMessages } from '../../translated.ts'

export const assignments: TranslatedMessages<typeof english> = {
  nothingAsked: '항목을 하나 이상 선택하거나 윤곽선 또는 결과 확인을 요청해 주세요.',
  noImages: '조건에 맞는 영상이 없습니다. 필터를 바꾸거나 영상을 선택해 주세요.',
  tooManyCases:
    '판독 배정에는 증례가 최대 {{most}}개까지 가능합니다. 영상이나 판독자를 줄여 주세요.',
  tooFewReaders: '영상당 판독자 수가 전체 판독자 수보다 많을 수 없습니다.',
  unknownReaders: '다음 사용자가 없습니다: {{usernames}}.',
  namesUnknownReaders: '존재하지 않는 사용자가 있습니다.',
  seesDataset:
    '{{usernames}} 사용자는 이 데이터셋을 볼 수 있으므로 눈가림으로 판독할 수 없습니다. 다른 판독자를 선택하거나 눈가림 없이 배정해 주세요.',
  mayNotAnnotate:
    '{{usernames}} 사용자는 이 데이터셋에서 주석을 달 수 없습니다. 먼저 판독자 역할로 데이터셋을 공유하거나 눈가림으로 배정해 주세요.',
  cannotSettle:
    '{{usernames}} 사용자는 이 데이터셋에서 주석을 달 수 없으므로 조정할 수 없습니다. 먼저 판독자 역할로 데이터셋을 공유해 주세요.',
  mayNotConfirm:
    '{{usernames}} 사용자는 이 데이터셋에서 결과를 확인할 수 없습니다. 먼저 의료진 역할로 데이터셋을 공유해 주세요.',
  blindedConfirmation:
    '눈가림 판독자는 확인할 결과를 볼 수 없습니다. 결과 확인은 눈가림 없는 배정으로 요청해 주세요.',
  confirmedOnce:
    '결과는 한 명의 의료진이 확인합니다. 판독자를 한 명만 선택하거나 영상당 판독자 수를 1로 정해 주세요.',
  confirmFirst:
    '제출하기 전에 보고서에서 결과를 확인하거나 반려해 주세요. 결과가 없으면 분석을 실행하거나 증례를 의뢰해 주세요.',
  unknownFields: '데이터셋에 영상에 대한 {{keys}} 항목이 없습니다.',
  copyGroup: '판독 배정',
  copyTask: '{{name}}의 증례 복사',
  copyDone: '복사한 증례: {{copied}}개. 제외한 증례: {{leftOut}}개.',
  leftOut: '영상 하나를 제외했습니다: {{why}}',
  sourceMissing: '파일이 없거나 해독할 수 없습니다.',
  gone: '증례를 복사하기 전에 판독 배정이 삭제되었습니다.',
  notReady: '이 판독 배정의 증례를 아직 복사하고 있습니다.',
  closed: '이 판독 배정은 마감되었습니다.',
  locked:
    '이미 제출하거나 의뢰한 증례이므로 더 이상 바꿀 수 없습니다. 배정한 소유자에게 돌려보내 달라고 요청해 주세요.',
  otherReader: '눈가림 배정의 증례는 담당 판독자만 바꿀 수 있습니다.',
  fixedForm: '판독 배정의 항목과 분류는 바꿀 수 없습니다.',
  unanswered: '제출하기 전에 다음 항목에 답해 주세요: {{keys}}.',
  notSubmitted: '제출하거나 의뢰한 증례만 돌려보낼 수 있습니다.',
  blindedReader:
    '{{usernames}} 사용자는 이 데이터셋의 영상을 눈가림으로 판독하고 있습니다. 데이터셋을 공유하려면 먼저 판독 배정을 마감해 주세요.',
  regradesNeedBlinding: '같은 영상을 두 번 판독하게 하려면 눈가림 배정이어야 합니다.',
  unknownKey: '이 데이터셋에 그런 배정이 없습니다.',
  noAnswers: '정답 배정에서 최종 판정을 받은 영상이 이 중에 없습니다.',
  readsThemselves: '{{usernames}} 님은 이 배정의 판독자이므로 조정할 수 없습니다.',
  onlyAdjudicators: '이 배정의 조정자와 데이터셋 소유자만 볼 수 있습니다.',
  stillReading: '아직 모든 판독자가 이 영상을 제출하지 않았습니다.',
  staleReading: '여는 동안 이 영상의 판독이 바뀌었습니다. 다시 확인해 주세요.',
  nothingDrawn: '이 영상에 그린 것이 없습니다. 먼저 윤곽선을 그리거나 판독자의 것을 선택해 주세요.',
  unknownReader: '이 영상에는 판독자 {{letter}}가 없습니다.',
  notAllSubmitted: '모든 증례를 제출하면 점수가 표시됩니다.',
  noKey: '이 배정에는 정답이 없습니다.',
  namesBlindedReader: '이 데이터셋을 눈가림으로 판독하는 사용자가 있습니다.',
}
