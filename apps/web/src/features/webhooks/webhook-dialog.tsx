import { Checkbox, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { allWebhookEvents, createWebhook, type Webhook, webhookEvents } from '#contract/webhooks'

import { currentLanguage } from '../../i18n/i18n.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useChangeWebhook, useCreateWebhook } from './api.ts'
import { SecretView } from './secret-view.tsx'

interface WebhookDialogProps {
  datasetId: number
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  onClose: () => void
}

/** Asks for address and events; shows the secret of a new webhook once. */
export function WebhookDialog({ datasetId, webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation()
  const create = useCreateWebhook(datasetId)
  const change = useChangeWebhook(datasetId)
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['analysis.finished'])
  const parsed = createWebhook.body.safeParse({ url: url.trim(), events })
  const isUrlFaulty = parsed.error?.issues.some(({ path: [name] }) => name === 'url') === true
  const params = { id: datasetId }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    const { data: body } = parsed
    if (webhook === undefined) create.mutate({ params, body })
    else {
      const place = { ...params, webhook: webhook.id }
      change.mutate({ params: place, body }, { onSuccess: onClose })
    }
  }
  const title = t(webhook === undefined ? 'webhooks.add' : 'webhooks.edit')
  return (
    <Dialog opened isTypedInto title={title} onClose={onClose}>
      {create.data === undefined ? (
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label={t('webhooks.url')}
              description={t('webhooks.urlHint')}
              error={url !== '' && isUrlFaulty && t('webhooks.urlFault')}
              withAsterisk
              data-autofocus
              type="url"
              autoComplete="off"
              spellCheck={false}
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <Checkbox.Group label={t('webhooks.events')} value={events} onChange={setEvents}>
              <Stack gap="xs" mt="xs">
                {allWebhookEvents.map((name) => (
                  <Checkbox
                    key={name}
                    value={name}
                    label={webhookEvents[name][currentLanguage()]}
                    description={name}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </Stack>
          <DialogButtons
            submit={webhook === undefined ? t('webhooks.add') : t('common.save')}
            busy={create.isPending || change.isPending}
            disabled={!parsed.success}
            onCancel={onClose}
          />
        </form>
      ) : (
        <SecretView secret={create.data.secret} onDone={onClose} />
      )}
    </Dialog>
  )
}
