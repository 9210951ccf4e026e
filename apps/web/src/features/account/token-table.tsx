import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { AccessToken } from '#contract/access-tokens'

import { DataTable } from '../../ui/data-table.tsx'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Moment } from '../../ui/moment.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'

interface TokenTableProps<T extends AccessToken> {
  tokens: readonly T[]
  /** Whose each token is, if they are of several users. */
  usernameOf?: (token: T) => string
  onRevoke: (id: number) => void
}

/** Access tokens with what they may do, each with a button that revokes it. */
export function TokenTable<T extends AccessToken>({
  tokens,
  usernameOf,
  onRevoke,
}: TokenTableProps<T>) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const ask = ({ id, name }: AccessToken) =>
    confirm({
      title: t('account.endTokenTitle', { name }),
      lines: [t('account.endTokenMeans')],
      confirm: t('account.endToken'),
      onConfirm: () => onRevoke(id),
    })
  return (
    <DataTable
      label={t('account.tokens')}
      columns={[
        { title: t('account.tokenName') },
        ...(usernameOf === undefined ? [] : [{ title: t('account.tokenUser') }]),
        { title: t('account.tokenScopes') },
        { title: t('account.tokenDatasets') },
        { title: t('account.tokenExpires') },
        { title: t('account.tokenUsed') },
        { title: t('account.endToken'), align: 'centre' },
      ]}
      rows={tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td className={cells['text']}>{token.name}</Table.Td>
          {usernameOf !== undefined && (
            <Table.Td className={cells['text']}>{usernameOf(token)}</Table.Td>
          )}
          <Table.Td>
            {token.scopes.map((scope) => t(`account.scopes.${scope}`)).join(', ')}
          </Table.Td>
          <Table.Td className={cells['text']}>
            {datasetsOf(token, t('account.allDatasets'))}
          </Table.Td>
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

function datasetsOf({ datasets }: AccessToken, all: string): string {
  if (datasets === null) return all
  // A dataset that is gone, or that the viewer may not see, has no name.
  return datasets.length === 0 ? '–' : datasets.map(({ name }) => name).join(', ')
}
