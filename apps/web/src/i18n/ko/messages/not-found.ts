import type { notFound as enNotFound } from '#contract/messages/requests'

import type { TranslatedMessages } from '../../translated.ts'

/** Apart from the other refusals, because the sign-in page loads those. */
export const notFound: TranslatedMessages<typeof enNotFound> = {
  accessToken: '해당 액세스 토큰이 없습니다.',
  annotation: '주석을 찾을 수 없습니다.',
  assignment: '판독 배정을 찾을 수 없습니다.',
  assignedCase: '증례를 찾을 수 없습니다.',
  category: '분류를 찾을 수 없습니다.',
  comment: '댓글을 찾을 수 없거나 다른 사람이 쓴 댓글입니다.',
  dataset: '데이터셋을 찾을 수 없습니다.',
  deletedAnnotation: '삭제된 주석을 찾을 수 없습니다.',
  deletedCategory: '삭제된 분류를 찾을 수 없습니다.',
  group: '사용자 그룹을 찾을 수 없습니다.',
  deletedDataset: '삭제된 데이터셋을 찾을 수 없습니다.',
  deletedImage: '삭제된 영상을 찾을 수 없습니다.',
  export: '내보낸 파일을 찾을 수 없습니다.',
  release: '릴리스를 찾을 수 없습니다.',
  fhirMessage: '이 영상의 FHIR 메시지가 없습니다. 먼저 생성해 주세요.',
  document: '문서를 찾을 수 없습니다.',
  emergencyAccess: '해당 응급 접근이 없습니다.',
  image: '영상을 찾을 수 없습니다.',
  model: '해당 모델이 없습니다.',
  savedFilter: '해당 필터가 없습니다.',
  study: '해당 검사, 시리즈 또는 객체가 없습니다.',
  pageOrCall: '페이지나 API 호출을 찾을 수 없습니다.',
  passkey: '해당 패스키가 없습니다.',
  passwordLink:
    '이 링크는 더 이상 사용할 수 없습니다. 만료되었거나, 이미 사용했거나, 새 링크가 발급되었습니다. 관리자에게 새 링크를 요청해 주세요.',
  picture: '이 결과에는 그림이 없습니다. 수치는 asJson=true로 받을 수 있습니다.',
  tile: '해당 타일이 없습니다. 안저사진의 밖이거나, 전체로 표시되는 안저사진입니다.',
  result: '결과를 찾을 수 없습니다.',
  letter: '대기 중이거나 거부된 메시지가 아닙니다.',
  session: '해당 세션이 없습니다. 이미 끝났을 수 있습니다.',
  site: '해당 기관이 없습니다.',
  station: '장비를 찾을 수 없습니다.',
  thread: '대화를 찾을 수 없습니다. 삭제되었을 수 있습니다.',
  task: '작업을 찾을 수 없습니다.',
  user: '사용자를 찾을 수 없습니다.',
  webhook: '해당 웹훅이 없습니다.',
  webhookDelivery: '웹훅에 보낸 해당 메시지가 없습니다.',
}
