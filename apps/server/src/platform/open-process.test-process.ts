import { answerRequests } from './open-process.ts'

type Request = { number: number | 'fatal' | 'endless' }

answerRequests(({ factor }: { factor: number }) => ({ number }: Request) => {
  if (number === 'fatal') process.exit(1)
  return number === 'endless' ? new Promise(() => undefined) : number * factor
})
