import { useTranslation } from 'react-i18next'

/** What a person is told where no answer of the server says it. */
const ownTexts = {
  unreachable: 'problem.unreachable',
  timed_out: 'problem.timedOut',
  unexpected_answer: 'problem.unexpectedAnswer',
} as const

/** What to tell a person about an error: the server's message, or our own where none came. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof Error && 'code' in error)) return t('problem.unknown')
    const { code, message } = error
    return isOwn(code) ? t(ownTexts[code]) : message
  }
}

function isOwn(code: unknown): code is keyof typeof ownTexts {
  return typeof code === 'string' && code in ownTexts
}
