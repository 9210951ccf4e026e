import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import { fieldName } from '#contract/field-name'

import { namesOfFields } from './i18n.ts'
import { type Told, useTold } from './told.ts'

/** Texts for failures without a response from the server. */
const ownTexts = {
  unreachable: 'problem.unreachable',
  timed_out: 'problem.timedOut',
  unexpected_answer: 'problem.unexpectedAnswer',
} as const

/** An error that a call throws: a text of the server, or a code of our own if no response arrived. */
type TellingError = Error &
  Told & {
    readonly code: unknown
    readonly fieldMessages?: Readonly<Record<string, Told>>
  }

/** Text of an error for the user: the server's message, or our own if no response arrived. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation()
  const { told } = useTold()
  return useCallback(
    (error) => {
      if (!isTelling(error)) return t('problem.unknown')
      if (isOwn(error.code)) return t(ownTexts[error.code])
      const fields = Object.entries(error.fieldMessages ?? {})
      if (error.key !== undefined || fields.length === 0) return told(error)
      return fields
        .map(([path, text]) => {
          const name = fieldName(path, namesOfFields())
          return name === undefined ? told(text) : `${name}: ${told(text)}`
        })
        .join(' ')
    },
    [t, told],
  )
}

function isTelling(error: unknown): error is TellingError {
  return error instanceof Error && 'code' in error
}

function isOwn(code: unknown): code is keyof typeof ownTexts {
  return typeof code === 'string' && code in ownTexts
}
