import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { brokenPasswordRules } from '#contract/passwords'

import { useServerInfo } from './viewer.ts'
import { useTold } from '../i18n/told.ts'

/** The rules that the password breaks, in the reader's language. */
export function useBrokenRules(): (password: string) => string[] {
  const { said } = useTold()
  return (password) => brokenPasswordRules(password).map(said)
}

/** The messages under a password field, updated while typing. */
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

/** Whether the server accepts such a password; the minimum length is up to each form. */
export function useIsAllowed(): (password: string) => boolean {
  const { info } = useServerInfo()
  return (password) => info.password_rule !== 'strict' || brokenPasswordRules(password).length === 0
}

/** Shows the unmet rules of a new password, as an error if the server refuses it, else as a warning. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation()
  const isAllowed = useIsAllowed()(password)
  if (password === '' || brokenPasswordRules(password).length === 0) return null
  return (
    <div>
      {isAllowed && (
        <Text size="xs" fw={600}>
          {t('account.weakPassword')}
        </Text>
      )}
      <BrokenRules password={password} tone={isAllowed ? 'dimmed' : 'error'} />
    </div>
  )
}
