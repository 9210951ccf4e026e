import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Account } from '#contract/users'

import { useConfirm } from '../../ui/dialogs.tsx'
import { useRemoveSecondFactors } from './second-factor-api.ts'

/** Whether an account has a second factor, and its removal if its user cannot use it any more. */
export function SecondFactorOfUser({ user, onRemoved }: { user: Account; onRemoved: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveSecondFactors()
  const confirm = useConfirm()
  const { username } = user
  if (!user.has_second_factor) {
    return (
      <Text size="sm" c="dimmed">
        {t('secondFactor.userHasNone')}
      </Text>
    )
  }
  const ask = () =>
    confirm({
      title: t('secondFactor.removeOfUserTitle', { name: username }),
      lines: [t('secondFactor.removeOfUserMeans', { name: username })],
      confirm: t('secondFactor.removeOfUser'),
      onConfirm: () => remove.mutate({ params: { username } }, { onSuccess: onRemoved }),
    })
  return (
    <Stack gap={4} align="start">
      <Text size="sm">{t('secondFactor.userHas')}</Text>
      <Button variant="default" loading={remove.isPending} onClick={ask}>
        {t('secondFactor.removeOfUser')}
      </Button>
    </Stack>
  )
}
