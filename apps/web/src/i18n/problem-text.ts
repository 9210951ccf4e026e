import { useTranslation } from 'react-i18next'

import { type Told, useTold } from './told.ts'

/** What a person is told where no answer of the server says it. */
const ownTexts = {
  unreachable: 'problem.unreachable',
  timed_out: 'problem.timedOut',
  unexpected_answer: 'problem.unexpectedAnswer',
} as const

/** An error as calls throw it: the server's words, or a code of our own where none came. */
type TellingError = Error &
  Told & {
    readonly code: unknown
    readonly fieldMessages?: Readonly<Record<string, Told>>
  }

/** What to tell a person about an error: the server's message, or our own where none came. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation()
  const { told } = useTold()
  return (error) => {
    if (!isTelling(error)) return t('problem.unknown')
    if (isOwn(error.code)) return t(ownTexts[error.code])
    const fields = Object.entries(error.fieldMessages ?? {})
    if (error.key !== undefined || fields.length === 0) return told(error)
    return fields.map(([field, text]) => `${field}: ${told(text)}`).join(' ')
  }
}

function isTelling(error: unknown): error is TellingError {
  return error instanceof Error && 'code' in error
}

function isOwn(code: unknown): code is keyof typeof ownTexts {
  return typeof code === 'string' && code in ownTexts
}
