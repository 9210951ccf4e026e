import type { report as enReport } from '../en/report.ts'
import type { Translated } from '../translated.ts'

export const report: Translated<typeof enReport> = {
  open: '보고서',
  loadFailed: '보고서를 불러오지 못했습니다',
  notFound: '영상을 찾을 수 없습니다',
  pdf: 'PDF',
  languages: { en: '영어(PDF)', ko: '한국어(PDF)' },
  annotate: '주석 화면에서 열기',
  overTime: '시간에 따른 결과',
  otherEye: '같은 날 촬영한 반대쪽 눈',
  show: '안저사진 위에 표시할 내용',
  photograph: '안저사진',
  notShown: '안저사진을 표시할 수 없습니다.',
  notAnalysed: '아직 분석되지 않은 안저사진입니다.',
  lastState: '상태: {{state}}',
  underWay: '안저사진을 분석하는 중입니다. 결과가 여기에 표시됩니다.',
  analyse: '분석 실행',
  measureCaption: '양안 측정값',
  review: {
    title: '의료진 확인',
    note: '메모(선택)',
    confirm: '의료진 확인',
    reject: '반려',
    signedAs: '{{name}} 이름과 시각이 함께 기록됩니다. 확인하면 최종 결과가 됩니다.',
    confirming: '결과 확인',
    rejecting: '결과 반려',
    confirmed: '최종 결과가 되었습니다.',
    rejected: '결과가 반려되었습니다.',
    onlyClinicians: '데이터셋 소유자와 소유자가 지정한 의료진만 결과를 확인할 수 있습니다.',
    stale: '최신이 아닌 결과는 확인할 수 없습니다.',
  },
  trends: {
    chart: '날짜별 {{name}}',
    point: '{{day}}, {{eye}}: {{value}}',
  },
}
