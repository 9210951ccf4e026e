import { Alert, Badge, Button, Group, Menu, Paper, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type Webhook, webhookEvents } from '#contract/webhooks'

import { currentLanguage } from '../../i18n/i18n.ts'
import { useTold } from '../../i18n/told.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconPencil, IconRefresh } from '../../ui/icons.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useChangeWebhook, useDeleteWebhook, useRenewSecret, useTestWebhook } from './api.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { SecretView } from './secret-view.tsx'
import classes from './webhook-card.module.css'

interface WebhookCardProps {
  datasetId: number
  webhook: Webhook
  onEdit: () => void
}

/** A webhook: address, events and state, with what can be done about it and its last messages. */
export function WebhookCard({ datasetId, webhook, onEdit }: WebhookCardProps) {
  const { t } = useTranslation()
  const { told } = useTold()
  const params = { id: datasetId, webhook: webhook.id }
  const change = useChangeWebhook(datasetId)
  const test = useTestWebhook(params)
  const [isOpen, setOpen] = useState(false)
  return (
    <Paper withBorder p="sm" component="article" aria-label={webhook.url}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fw={600} className={classes['url']}>
            {webhook.url}
          </Text>
          <WebhookMenu datasetId={datasetId} webhook={webhook} onEdit={onEdit} />
        </Group>
        <Group gap="xs">
          {webhook.events.map((name) => (
            <Badge key={name} variant="default" tt="none">
              {webhookEvents[name][currentLanguage()]}
            </Badge>
          ))}
        </Group>
        {webhook.stopped !== null && <Alert color="yellow">{told(webhook.stopped)}</Alert>}
        {webhook.made_by !== null && (
          <Text size="sm" c="dimmed">
            {t('webhooks.madeBy', { name: webhook.made_by })}
          </Text>
        )}
        <Group justify="space-between">
          <Switch
            label={t('webhooks.on')}
            checked={webhook.on}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked: on } }) =>
              change.mutate({ params, body: { on } })
            }
          />
          <Group gap="xs">
            <Button
              variant="default"
              size="compact-sm"
              disabled={!webhook.on}
              loading={test.isPending}
              onClick={() => test.mutate({ params }, { onSuccess: () => setOpen(true) })}
            >
              {t('webhooks.test')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t('webhooks.deliveries')}
            </Button>
          </Group>
        </Group>
        {isOpen && <DeliveryTable place={params} />}
      </Stack>
    </Paper>
  )
}

function WebhookMenu({ datasetId, webhook, onEdit }: WebhookCardProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useDeleteWebhook(datasetId)
  const renew = useRenewSecret(datasetId)
  const params = { id: datasetId, webhook: webhook.id }
  const askToRenew = () =>
    confirm({
      title: t('webhooks.renewTitle'),
      lines: [t('webhooks.renewMeans')],
      confirm: t('webhooks.renew'),
      onConfirm: () => renew.mutate({ params }),
    })
  const askToRemove = () =>
    confirm({
      title: t('webhooks.removeTitle'),
      lines: [webhook.url, t('webhooks.removeMeans')],
      confirm: t('webhooks.remove'),
      onConfirm: () => remove.mutate({ params }),
    })
  return (
    <>
      <RowMenu label={t('webhooks.actions', { url: webhook.url })}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('webhooks.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={askToRenew}>
          {t('webhooks.renew')}
        </Menu.Item>
        <DeleteItem label={t('webhooks.remove')} onClick={askToRemove} />
      </RowMenu>
      {renew.data !== undefined && (
        <Dialog opened title={t('webhooks.renew')} onClose={renew.reset}>
          <SecretView secret={renew.data.secret} onDone={renew.reset} />
        </Dialog>
      )}
    </>
  )
}
