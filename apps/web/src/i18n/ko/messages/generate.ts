import type { generate as enGenerate } from '#contract/messages/generate'

import type { TranslatedMessages } from '../../translated.ts'

export const generate: TranslatedMessages<typeof enGenerate> = {
  group: '영상 생성',
  taskName: '{{dataset}}에 영상 생성',
  datasetDeleted: '영상을 가져오기 전에 데이터셋이 삭제되었습니다.',
  failed: '추가된 영상이 없습니다: {{why}}',
  notFound: '다음 검색어에 맞는 공개 라이선스 영상이 없습니다: {{keywords}}.',
  unusable: '{{host}}의 영상 제공처가 예상과 다르게 응답했습니다. {{detail}}',
  leftOut: '{{file}}: {{why}}',
  noLicence: '라이선스를 알 수 없습니다.',
  tooLarge: '{{most}}MB보다 큽니다.',
  done: '추가한 영상: {{added}}개. 이미 있던 영상: {{existing}}개. 제외한 영상: {{leftOut}}개.',
}
