import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { startSingleSignOn } from '#contract/single-sign-on'
import type { SingleSignOn } from '#contract/single-sign-on-offer'

import { call } from '../../api/call.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { leaveFor } from './journey.ts'

/** The way to the provider's page; forms for local accounts below it, or behind a link. */
export function ProviderOffer({
  offer: { name, only },
  failure,
  forms,
}: {
  offer: SingleSignOn
  failure: Error | null
  forms: ReactNode
}) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const [isEmergency, setIsEmergency] = useState(false)
  const start = useMutation({
    mutationFn: () => call(startSingleSignOn),
    onSuccess: ({ url }) => leaveFor(url),
  })
  const error = start.error ?? (start.isIdle ? failure : null)
  return (
    <Stack gap="sm">
      <Button fullWidth loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
        {name === null ? t('account.singleSignOn') : t('account.singleSignOnNamed', { name })}
      </Button>
      {error !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {problemText(error)}
        </Text>
      )}
      {only && !isEmergency ? (
        <Anchor component="button" size="sm" onClick={() => setIsEmergency(true)}>
          {t('account.emergency')}
        </Anchor>
      ) : (
        <>
          <Text size="sm" c="dimmed" ta="center">
            {t(only ? 'account.emergencyHint' : 'account.orPassword')}
          </Text>
          {forms}
        </>
      )}
    </Stack>
  )
}
