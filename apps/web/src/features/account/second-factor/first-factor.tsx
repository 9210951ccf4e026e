import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ownSecondFactor } from './api.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { PasskeySetup } from './passkey-setup.tsx'

/** Adds an authenticator app, or a passkey if this installation has an address for them. */
export function FirstFactor({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(ownSecondFactor)
  const [isPasskey, setPasskey] = useState(false)
  const Setup = isPasskey ? PasskeySetup : AuthenticatorSetup
  const other = data?.passkeys_possible === true && (
    <Button variant="default" fullWidth mt="md" onClick={() => setPasskey(!isPasskey)}>
      {t(isPasskey ? 'secondFactor.appInstead' : 'secondFactor.passkeyInstead')}
    </Button>
  )
  return <Setup other={other} onDone={onDone} />
}
