import type { tasks as enTasks } from '#contract/messages/tasks'

import type { TranslatedMessages } from '../../translated.ts'

export const tasks: TranslatedMessages<typeof enTasks> = {
  stillRunning: '작업이 아직 실행 중입니다. 먼저 취소해 주세요.',
  hasEnded: '작업이 이미 끝났습니다.',
  notRetryable: '실패했거나 취소된 작업만 다시 시도할 수 있습니다.',
  underWay: '같은 종류의 작업({{why}})이 이미 진행 중입니다. 작업 화면에서 확인할 수 있습니다.',
  cancelled: '취소되었습니다.',
  queuedAgain: '대기열에 다시 추가되었습니다.',
  handedBack: '서버 프로세스가 종료되어 작업을 넘겼습니다. 다른 프로세스가 이어서 처리합니다.',
  interrupted: '작업에 필요한 프로세스가 작업이 끝나기 전에 중단되었습니다.',
  processStopped: '작업을 처리하던 프로세스가 중단되었습니다.',
  unexpected:
    '예기치 않은 오류로 작업이 중단되었습니다. 서버 로그에서 작업 {{task}}번을 확인해 주세요.',
  triedAgain: '{{why}} 다시 시도합니다.',
}
