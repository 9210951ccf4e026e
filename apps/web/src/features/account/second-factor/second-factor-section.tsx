import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { momentText } from '../../../i18n/time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { QueryFailed } from '../../../ui/load-failed.tsx'
import { Section } from '../../../ui/section.tsx'
import { ownSecondFactor, useRemoveAuthenticator, useRenewRecoveryCodes } from './api.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordStep } from './password-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Action = 'add' | 'remove' | 'renew'

/** The second factors of the user's account, and how they change. */
export function SecondFactorSection() {
  const { t } = useTranslation()
  const query = useQuery(ownSecondFactor)
  const [action, setAction] = useState<Action | null>(null)
  const close = () => setAction(null)
  const { data } = query
  const hasApp = data !== undefined && data.authenticator !== null
  const hasFactor = hasApp || (data !== undefined && data.passkeys.length > 0)
  return (
    <Section title={t('secondFactor.title')}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('secondFactor.about')}
      </Text>
      <QueryFailed title={t('secondFactor.failed')} query={query} />
      {data !== undefined && (
        <Facts
          facts={[
            [
              t('secondFactor.app'),
              data.authenticator === null
                ? t('secondFactor.none')
                : `${t('secondFactor.appAdded')} ${momentText(data.authenticator)}`,
            ],
            [
              t('secondFactor.recoveryCodes'),
              t('secondFactor.left', { count: data.recovery_codes }),
            ],
          ]}
        />
      )}
      <Group mt="md" gap="xs">
        <Button variant={hasApp ? 'default' : 'filled'} onClick={() => setAction('add')}>
          {t(hasApp ? 'secondFactor.replaceApp' : 'secondFactor.addApp')}
        </Button>
        {hasApp && (
          <Button variant="default" onClick={() => setAction('remove')}>
            {t('secondFactor.removeApp')}
          </Button>
        )}
        {hasFactor && (
          <Button variant="default" onClick={() => setAction('renew')}>
            {t('secondFactor.renewCodes')}
          </Button>
        )}
      </Group>
      {data !== undefined && (
        <Passkeys passkeys={data.passkeys} possible={data.passkeys_possible} />
      )}
      {action === 'add' && (
        <Dialog
          opened
          title={t(hasApp ? 'secondFactor.replaceApp' : 'secondFactor.addApp')}
          onClose={close}
        >
          <AuthenticatorSetup onDone={close} />
        </Dialog>
      )}
      {action === 'remove' && <RemoveDialog onClose={close} />}
      {action === 'renew' && <RenewDialog onClose={close} />}
    </Section>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveAuthenticator()
  return (
    <Dialog opened title={t('secondFactor.removeApp')} onClose={onClose}>
      <PasswordStep
        means={t('secondFactor.removeMeans')}
        onSubmit={(password) => remove.mutate({ body: { password } }, { onSuccess: onClose })}
      >
        {(isReady) => (
          <DialogButtons
            submit={t('secondFactor.removeApp')}
            busy={remove.isPending}
            disabled={!isReady}
            onCancel={onClose}
          />
        )}
      </PasswordStep>
    </Dialog>
  )
}

function RenewDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const renew = useRenewRecoveryCodes()
  return (
    <Dialog opened title={t('secondFactor.renewCodes')} onClose={onClose}>
      {renew.data?.recovery_codes ? (
        <RecoveryCodes codes={renew.data.recovery_codes} onDone={onClose} />
      ) : (
        <PasswordStep
          means={t('secondFactor.renewMeans')}
          onSubmit={(password) => renew.mutate({ body: { password } })}
        >
          {(isReady) => (
            <DialogButtons
              submit={t('secondFactor.renewCodes')}
              busy={renew.isPending}
              disabled={!isReady}
              onCancel={onClose}
            />
          )}
        </PasswordStep>
      )}
    </Dialog>
  )
}
