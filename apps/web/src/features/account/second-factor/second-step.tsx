import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { SignedInUser } from '#contract/account'
import { PendingSignIn } from '#contract/pending-sign-in'

import { useFinishSignIn } from './api.ts'
import { focus } from './focus.ts'
import { PasskeyButton } from './passkey-button.tsx'

interface SecondStepProps {
  /** The sign-in to finish, a `PendingSignIn`: its schema is loaded with this step. */
  stated: unknown
  onSignedIn: (answer: { user: SignedInUser }) => Promise<void>
  onBack: () => void
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function SecondStep({ stated, onSignedIn, onBack }: SecondStepProps) {
  const { t } = useTranslation()
  const finish = useFinishSignIn()
  const { pending, authenticator, passkey } = PendingSignIn.parse(stated)
  const [code, setCode] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code === '') return
    finish.mutate({ body: { pending, code } }, { onSuccess: onSignedIn })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('secondFactor.code')}
          description={t(authenticator ? 'secondFactor.codeHint' : 'secondFactor.recoveryHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          ref={focus}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={finish.isPending} disabled={code === ''}>
          {t('account.login')}
        </Button>
        {passkey !== null && <PasskeyButton pending={passkey} onSignedIn={onSignedIn} />}
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t('secondFactor.back')}
        </Anchor>
      </Stack>
    </form>
  )
}
