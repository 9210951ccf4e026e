import { answerRequests } from './open-process.ts'

answerRequests(({ factor }: { factor: number }) => ({ number }: { number: number | 'fatal' }) => {
  if (number === 'fatal') process.exit(1)
  return number * factor
})
