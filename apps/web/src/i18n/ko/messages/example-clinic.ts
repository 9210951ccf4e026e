import type { exampleClinic as enExampleClinic } from '#contract/messages/example-clinic'

import type { TranslatedMessages } from '../../translated.ts'

export const exampleClinic: TranslatedMessages<typeof enExampleClinic> = {
  group: '예시 클리닉',
  taskName: '예시 클리닉 불러오기',
  loaded: '예시 클리닉이 이미 있습니다.',
  notLoaded: '예시 클리닉이 없습니다.',
  gone: '불러오기가 끝나기 전에 예시 클리닉이 제거되었습니다.',
  done: '가상 환자 {{patients}}명의 안저사진 {{photographs}}장을 추가했습니다. 이어서 분석합니다.',
  isolated: '예시 클리닉은 다른 시스템과 연결되지 않습니다. 자신의 데이터셋을 사용해 주세요.',
}
