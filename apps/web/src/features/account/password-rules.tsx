import { Text } from '@mantine/core'

import { tell } from '#contract/messages/message'
import { brokenPasswordRules } from '#contract/passwords'

import { useTold } from '../../i18n/told.ts'

/** The rules that the password breaks, in the reader's language. */
export function useBrokenRules(): (password: string) => string[] {
  const { told } = useTold()
  return (password) => brokenPasswordRules(password).map((rule) => told(tell(rule)))
}

/** The messages under a password field, changing as one types. */
export function BrokenRules({ password, tone }: { password: string; tone: 'error' | 'dimmed' }) {
  const broken = useBrokenRules()(password)
  if (password === '' || broken.length === 0) return null
  return (
    <div aria-live="polite">
      {broken.map((message) => (
        <Text
          key={message}
          size="xs"
          c={tone === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {message}
        </Text>
      ))}
    </div>
  )
}
