import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenTable } from './token-table.tsx'
import { accessTokens, tokensOfUsers, useDeleteToken, useRevokeToken } from './tokens-api.ts'

/** The access tokens with which programs act for the user. */
export function Tokens() {
  const { t } = useTranslation()
  const query = useQuery(accessTokens)
  const { mutate } = useDeleteToken()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Section title={t('account.tokens')}>
      <Text c="dimmed" size="sm" mb="sm">
        {t('account.tokensHint')}
      </Text>
      <QueryFailed title={t('account.tokensFailed')} query={query} />
      {query.data !== undefined && query.data.length > 0 && (
        <TokenTable tokens={query.data} onRevoke={(id) => mutate({ params: { id } })} />
      )}
      <Button mt="md" leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
        {t('account.createToken')}
      </Button>
      {isAdding && <TokenDialog onClose={() => setIsAdding(false)} />}
    </Section>
  )
}

/** For administrators: the access tokens of all users whom they administer. */
export function TokensOfUsers() {
  const { t } = useTranslation()
  const query = useQuery(tokensOfUsers)
  const { mutate } = useRevokeToken()
  return (
    <Section title={t('account.tokensOfUsers')}>
      <QueryFailed title={t('account.tokensFailed')} query={query} />
      {query.data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('account.noTokens')}
        </Text>
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <TokenTable
          tokens={query.data}
          usernameOf={({ username }) => username}
          onRevoke={(id) => mutate({ params: { id } })}
        />
      )}
    </Section>
  )
}
