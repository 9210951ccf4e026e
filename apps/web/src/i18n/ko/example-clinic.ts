import type { exampleClinic as english } from '../en/example-clinic.ts'
import type { Translated } from '../translated.ts'

export const exampleClinic: Translated<typeof english> = {
  title: '예시 클리닉',
  mark: '예시 자료 (실제 환자 아님)',
  about:
    '모든 기능을 시험해 볼 수 있는 데이터셋입니다. 가상 환자 4명의 양안, 2회 방문에 실제 안저사진 {{photographs}}장({{size}} MB)이 들어 있습니다. 불러오는 동안 분석되며, 판독자 두 명이 병변을 표시했고, 안저사진 한 장은 분석 불가입니다.',
  isolation:
    '모든 화면과 파일에 예시로 표시됩니다. 이 시스템의 통계에 포함되지 않으며 다른 시스템으로 전송되지 않습니다.',
  credits: '안저사진 출처',
  credit: '{{work}}, {{authors}}, {{licence}}',
  load: '예시 클리닉 불러오기',
  loading: '예시 클리닉 불러오기',
  open: '열기',
  remove: '제거',
  removing: '예시 클리닉 제거',
  removed: '예시 클리닉을 제거했습니다.',
  removeTitle: '예시 클리닉을 제거하시겠습니까?',
  removeLoss:
    '안저사진, 결과, 주석이 모두 삭제되며 직접 작업한 내용도 삭제됩니다. 되돌릴 수 없지만 예시 클리닉은 다시 불러올 수 있습니다.',
  offerTitle: '처음이신가요? 예시 클리닉으로 시작해 보세요',
  failed: '예시 클리닉을 확인하지 못했습니다',
}
