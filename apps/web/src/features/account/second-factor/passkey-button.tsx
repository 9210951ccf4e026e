import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { SignedInUser } from '#contract/account'
import type { PasskeySignIn } from '#contract/pending-sign-in'

import { currentLanguage, loadAllTexts } from '../../../i18n/i18n.ts'
import { usePasskeyText } from './use-passkey-text.ts'

interface PasskeyButtonProps {
  /** The sign-in to finish; null: begins one without a password. */
  pending: PasskeySignIn | null
  onSignedIn: (answer: { user: SignedInUser }) => Promise<void>
}

/** Signs in by a passkey. What talks to the browser is loaded by the click, with the texts of errors. */
export function PasskeyButton({ pending, onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation()
  const text = usePasskeyText()
  const signIn = useMutation({
    mutationFn: async () => {
      const [{ signInWithPasskey }] = await Promise.all([
        import('./passkey-calls.ts'),
        loadAllTexts(currentLanguage()),
      ])
      return signInWithPasskey(pending)
    },
    onSuccess: onSignedIn,
  })
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        fullWidth
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('account.passkey')}
      </Button>
      {signIn.error !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {text(signIn.error)}
        </Text>
      )}
    </Stack>
  )
}
