import { Button, Checkbox, Group, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { createAccessToken, tokenDays } from '#contract/access-tokens'
import { scopes } from '#contract/scopes'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { datasetsForTokens, useCreateToken } from './tokens-api.ts'

/** Asks what a program may do, and for how long, then shows its token once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateToken()
  return (
    <Dialog opened title={t('account.createToken')} onClose={onClose}>
      {create.data === undefined ? (
        <TokenForm create={create} onClose={onClose} />
      ) : (
        <NewToken token={create.data.token} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface TokenFormProps {
  create: ReturnType<typeof useCreateToken>
  onClose: () => void
}

function TokenForm({ create, onClose }: TokenFormProps) {
  const { t } = useTranslation()
  const { data: datasets = [] } = useQuery(datasetsForTokens)
  const [name, setName] = useState('')
  const [days, setDays] = useState<string | number>(tokenDays.usual)
  const [held, setHeld] = useState<string[]>(['read'])
  const [only, setOnly] = useState<string[]>([])
  const parsed = createAccessToken.body.safeParse({
    name,
    days,
    scopes: held,
    dataset_ids: only.length === 0 ? null : only.map(Number),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) create.mutate({ body: parsed.data })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('account.tokenName')}
          description={t('account.tokenNameHint')}
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label={t('account.tokenScopes')}
          withAsterisk
          value={held}
          onChange={setHeld}
        >
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`account.scopes.${scope}`)}
                description={t(`account.scopeHints.${scope}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <MultiSelect
          label={t('account.tokenOnly')}
          description={t('account.tokenOnlyHint')}
          placeholder={only.length === 0 ? t('account.allDatasets') : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          limit={100}
          data={datasets.map((dataset) => ({ value: String(dataset.id), label: dataset.name }))}
          value={only}
          onChange={setOnly}
        />
        <NumberInput
          label={t('account.tokenDays')}
          min={1}
          max={tokenDays.most}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
      </Stack>
      <DialogButtons
        submit={t('account.createToken')}
        busy={create.isPending}
        disabled={!parsed.success}
        onCancel={onClose}
      />
    </form>
  )
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      <TextInput
        label={t('account.newToken')}
        description={t('account.newTokenHint')}
        readOnly
        value={token}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" mt="sm">
        <Button onClick={onClose}>{t('common.close')}</Button>
      </Group>
    </Stack>
  )
}
