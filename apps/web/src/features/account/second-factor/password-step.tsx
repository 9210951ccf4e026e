import { PasswordInput, Stack, Text } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface PasswordStepProps {
  /** The effect of the action, if it needs one. */
  means?: string
  onSubmit: (password: string) => void
  /** The buttons of the form; gets whether a password is typed. */
  children: (isReady: boolean) => ReactNode
}

/** Asks for the current password, so that an unattended screen is not enough to change the factors. */
export function PasswordStep({ means, onSubmit, children }: PasswordStepProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (password !== '') onSubmit(password)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {means !== undefined && <Text size="sm">{means}</Text>}
        <PasswordInput
          label={t('account.currentPassword')}
          description={t('secondFactor.confirmPassword')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {children(password !== '')}
      </Stack>
    </form>
  )
}
