import type { statistics as enStatistics } from '../en/statistics.ts'
import type { Translated } from '../translated.ts'

export const statistics: Translated<typeof enStatistics> = {
  crunching: '통계를 계산하는 중...',
  total: '합계',
  totals: {
    users: '사용자',
    images: '영상',
    annotatedImages: '주석이 있는 영상',
    annotations: '주석',
    categories: '분류',
    timeAnnotating: '주석 작업 시간',
  },
  average: '평균',
  averages: {
    width: '영상 너비 (px)',
    height: '영상 높이 (px)',
    area: '주석 면적 (px)',
    timePerImage: '영상당 작업 시간',
    annotationsPerImage: '영상당 주석 수',
  },
  perCategory: '분류별 주석 수',
  imagesPerCategory: '분류별 주석이 있는 영상 수',
  perUser: '사용자별 주석 수',
  category: '분류',
  user: '사용자',
  annotations: '주석',
  images: '영상',
  noCategories: '데이터셋에 분류가 없습니다.',
  noAnnotations: '아직 주석이 없습니다.',
  showAll_other: '{{count}}개 모두 보기',
  showFewer: '간단히 보기',
  fieldValues: '{{subjects}}개 가운데 {{values}}개에 값이 있습니다.',
  mean: '평균',
  sd: '표준편차',
  least: '최솟값',
  greatest: '최댓값',
  value: '값',
  count: '개수',
  readers: {
    title: '판독자 간 일치도',
    none: '아직 두 판독자가 함께 기록한 대상이 없습니다.',
    shared: '둘 이상의 판독자가 기록한 {{subjects}}개 가운데 {{same}}개에서 모두 일치합니다.',
    pair: '판독자',
    both: '함께 판독',
    same: '같은 값',
    kappa: '카파',
    weightedKappa: '가중 카파',
    icc: 'ICC(2,1)',
    bias: '평균 차이',
    lower: '하한',
    upper: '상한',
    interval: '{{value}} ({{low}}~{{high}})',
    sources: {
      choices:
        '괄호 안은 95 % 신뢰구간입니다. Cohen의 카파이며, 순서가 있는 선택지에는 제곱 가중치를 씁니다. 신뢰구간은 Fleiss, Cohen, Everitt(1969)를 따릅니다.',
      numbers:
        '괄호 안은 95 % 신뢰구간입니다. ICC는 Shrout와 Fleiss(1979)를 따릅니다. 차이는 첫째 판독자의 값에서 둘째 판독자의 값을 뺀 것이며, 일치 한계는 Bland와 Altman(1986)을 따릅니다.',
    },
  },
  agreement: '주석자 간 일치도',
  agreementHint:
    '두 사람이 같은 영상에 같은 분류로 주석을 단 경우, 그린 영역이 얼마나 일치하는지를 0(겹치지 않음)부터 1(동일)까지로 나타냅니다. 막대는 Dice 값입니다.',
  noAgreement: '아직 두 사람이 같은 영상에 같은 분류로 단 주석이 없습니다.',
  agreementPart:
    '두 사람 이상이 주석을 단 영상이 많아, 최근 영상 중 주석이 지나치게 많지 않은 영상만 비교했습니다.',
}
