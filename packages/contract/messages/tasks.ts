export const tasks = {
  stillRunning: 'The task is still running. Cancel it first.',
  hasEnded: 'The task has already ended.',
  notRetryable: 'Only a task that failed or was cancelled can be tried again.',
  underWay: 'A task of this kind ({{why}}) is already under way; the tasks page shows it.',
  cancelled: 'Cancelled.',
  queuedAgain: 'Queued again.',
  interrupted: 'A process that the task needs ended before the task did.',
  processStopped: 'The process that worked on it stopped.',
  unexpected: 'An unexpected error stopped the work; the server’s log has it under task {{task}}.',
  triedAgain: '{{why}} It will be tried again.',
} as const
