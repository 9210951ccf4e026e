import type { programs as english } from '#contract/messages/programs'

import type { TranslatedMessages } from '../../translated.ts'

export const programs: TranslatedMessages<typeof english> = {
  wrongToken: '사용할 수 없는 액세스 토큰입니다. 잘못되었거나 만료되었거나 폐기된 토큰입니다.',
  notForPrograms: '프로그램은 이 호출을 사용할 수 없습니다. 사용자가 직접 로그인해야 합니다.',
  missingScope: '액세스 토큰에 이 호출에 필요한 권한 범위가 없습니다: {{scope}}.',
  onlyDatasets:
    '이 액세스 토큰은 일부 데이터셋에서만 쓸 수 있어 그 밖까지 미치는 이 호출은 할 수 없습니다.',
  tooManyByToken:
    '이 액세스 토큰의 요청이 1분에 {{count}}회를 넘었습니다. {{seconds}}초 후에 다시 시도해 주세요.',
  draining: '이 서버 프로세스가 곧 종료됩니다. 요청을 다시 보내면 다른 프로세스가 처리합니다.',
}
