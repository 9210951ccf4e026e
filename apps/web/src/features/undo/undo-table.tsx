import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { UndoItem } from '#contract/undo'

import { useServerInfo } from '../../api/viewer.ts'
import { ago, momentText } from '../../i18n/time.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconArrowBackUp, IconTrash } from '../../ui/icons.ts'
import { RowButton } from '../../ui/row-button.tsx'
import cells from '../../ui/table.module.css'
import { useConfirm } from '../../ui/dialogs.tsx'
import { useDeleteForGood, useRollBack } from './api.ts'

interface UndoTableProps {
  /** Undefined while loading. */
  items: readonly UndoItem[] | undefined
}

export function UndoTable({ items }: UndoTableProps) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const columns: Column[] = [
    { title: t('undo.date') },
    { title: t('undo.instanceType') },
    { title: t('undo.id') },
    { title: t('undo.name') },
    ...(info.login_enabled ? [{ title: t('undo.deletedBy') }] : []),
    { title: t('undo.rollback'), align: 'centre' },
    { title: t('undo.delete'), align: 'centre' },
  ]
  return (
    <DataTable
      label={t('undo.title')}
      columns={columns}
      rows={items?.map((item) => (
        <UndoRow key={`${item.instance} ${item.id}`} item={item} withUser={info.login_enabled} />
      ))}
    />
  )
}

function UndoRow({ item, withUser }: { item: UndoItem; withUser: boolean }) {
  const { t } = useTranslation()
  const rollBack = useRollBack(item)
  const remove = useDeleteForGood(item)
  const confirm = useConfirm()
  const { id, instance, name } = item
  const target = { query: { id, instance } }
  const ask = () =>
    confirm({
      title: t('undo.deleteTitle', { name }),
      lines: [t(`undo.loss.${instance}`), t('undo.forEver')],
      confirm: t('undo.deleteForEver'),
      onConfirm: () => remove.mutate(target),
    })
  return (
    <Table.Tr>
      <Table.Td className={cells['whole']} title={momentText(item.deleted_at)}>
        {ago(item.deleted_at)}
      </Table.Td>
      <Table.Td>{t(`undo.instances.${instance}`)}</Table.Td>
      <Table.Td className={cells['whole']}>{id}</Table.Td>
      <Table.Td className={cells['text']}>{name}</Table.Td>
      {withUser && <Table.Td className={cells['text']}>{item.deleted_by}</Table.Td>}
      <Table.Td className={cells['centre']}>
        <RowButton
          label={t('undo.rollbackOf', { name })}
          busy={rollBack.isPending}
          onClick={() => rollBack.mutate(target)}
        >
          <IconArrowBackUp size={18} />
        </RowButton>
      </Table.Td>
      <Table.Td className={cells['centre']}>
        <RowButton label={t('undo.deleteOf', { name })} busy={remove.isPending} onClick={ask}>
          <IconTrash size={16} />
        </RowButton>
      </Table.Td>
    </Table.Tr>
  )
}
