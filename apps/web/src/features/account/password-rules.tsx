import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { passwordRules } from '#contract/passwords'

const names = ['length', 'uppercase', 'lowercase', 'number', 'special'] as const

/** The rules that the password breaks, in the reader's language. */
export function useBrokenRules(): (password: string) => string[] {
  const { t } = useTranslation()
  return (password) =>
    names
      .filter((_, index) => !passwordRules[index]?.holds(password))
      .map((name) => t(`account.rules.${name}`))
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
