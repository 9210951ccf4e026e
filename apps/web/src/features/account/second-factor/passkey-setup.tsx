import { Button, Group, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMakePasskey } from './api.ts'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface PasskeySetupProps {
  /** The way to another kind of factor, offered until the passkey is made. */
  other?: ReactNode
  onDone: () => void
}

/** Adds a passkey: name and password, the browser's dialog, and recovery codes if it is the first factor. */
export function PasskeySetup({ other, onDone }: PasskeySetupProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const make = useMakePasskey()
  if (make.data?.recovery_codes) {
    return <RecoveryCodes codes={make.data.recovery_codes} onDone={onDone} />
  }
  const submit = (password: string) => {
    if (name.trim() === '') return
    make.mutate(
      { password, name: name.trim() },
      { onSuccess: ({ recovery_codes: codes }) => codes === null && onDone() },
    )
  }
  return (
    <>
      <PasswordStep means={t('secondFactor.passkeyMeans')} onSubmit={submit}>
        {(isReady) => (
          <>
            <TextInput
              label={t('secondFactor.passkeyName')}
              description={t('secondFactor.passkeyNameHint')}
              withAsterisk
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button
                type="submit"
                disabled={!isReady || name.trim() === ''}
                loading={make.isPending}
              >
                {t('secondFactor.addPasskey')}
              </Button>
            </Group>
          </>
        )}
      </PasswordStep>
      {other}
    </>
  )
}
