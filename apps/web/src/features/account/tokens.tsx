import { Button, Group, NumberInput, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { createAccessToken, tokenDays, type AccessToken } from '#contract/access-tokens'

import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import cells from '../../ui/table.module.css'
import { useConfirm } from '../../ui/dialogs.tsx'
import { accessTokens, useCreateToken, useDeleteToken } from './tokens-api.ts'

/** The access tokens with which programs act for the user. */
export function Tokens() {
  const { t } = useTranslation()
  const query = useQuery(accessTokens)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Section title={t('account.tokens')}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('account.tokensHint')}
      </Text>
      <QueryFailed title={t('account.tokensFailed')} query={query} />
      {query.data !== undefined && query.data.length > 0 && <TokenTable tokens={query.data} />}
      <Button mt="md" leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
        {t('account.createToken')}
      </Button>
      {isAdding && <TokenDialog onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const { t } = useTranslation()
  const remove = useDeleteToken()
  const confirm = useConfirm()
  const ask = ({ id, name }: AccessToken) =>
    confirm({
      title: t('account.endTokenTitle', { name }),
      lines: [t('account.endTokenMeans')],
      confirm: t('account.endToken'),
      onConfirm: () => remove.mutate({ params: { id } }),
    })
  return (
    <DataTable
      label={t('account.tokens')}
      columns={[
        { title: t('account.tokenName') },
        { title: t('account.tokenExpires') },
        { title: t('account.tokenUsed') },
        { title: t('account.endToken'), align: 'centre' },
      ]}
      rows={tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td className={cells['text']}>{token.name}</Table.Td>
          <Table.Td className={cells['whole']}>
            <Moment at={token.expires_at} />
          </Table.Td>
          <Table.Td className={cells['whole']}>
            {token.last_used_at === null ? (
              t('account.tokenNeverUsed')
            ) : (
              <Moment at={token.last_used_at} />
            )}
          </Table.Td>
          <Table.Td className={cells['centre']}>
            <RowButton
              label={t('account.endTokenOf', { name: token.name })}
              onClick={() => ask(token)}
            >
              <IconTrash size={16} />
            </RowButton>
          </Table.Td>
        </Table.Tr>
      ))}
    />
  )
}

/** Asks for a name and a lifetime, then shows the token once. */
function TokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [days, setDays] = useState<string | number>(tokenDays.usual)
  const parsed = createAccessToken.body.safeParse({ name, days })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) create.mutate({ body: parsed.data })
  }
  return (
    <Dialog opened title={t('account.createToken')} onClose={onClose}>
      {create.data === undefined ? (
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
      ) : (
        <NewToken token={create.data.token} onClose={onClose} />
      )}
    </Dialog>
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
