export const tasks = {
  stillRunning: 'The task is still running. Cancel it first.',
  hasEnded: 'The task has already ended.',
  notRetryable: 'Only a task that failed or was cancelled can be tried again.',
  underWay: 'A task of this kind ({{why}}) is already running. See the tasks page.',
  cancelled: 'Cancelled.',
  queuedAgain: 'Queued again.',
  handedBack: 'Handed back, because the server process stops; another one goes on.',
  interrupted: 'A process that the task needs ended before the task was done.',
  processStopped: 'The process that worked on it stopped.',
  unexpected: 'An unexpected error stopped the work. See task {{task}} in the server’s log.',
  triedAgain: '{{why}} It will be retried.',
} as const
