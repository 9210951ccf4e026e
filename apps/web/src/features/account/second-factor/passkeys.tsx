import { Button, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Passkey } from '#contract/second-factor'

import { DataTable } from '../../../ui/data-table.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { IconPlus, IconTrash } from '../../../ui/icons.ts'
import { Moment } from '../../../ui/moment.tsx'
import { RowButton } from '../../../ui/row-button.tsx'
import cells from '../../../ui/table.module.css'
import { useRemovePasskey } from './api.ts'
import { PasskeySetup } from './passkey-setup.tsx'
import { PasswordStep } from './password-step.tsx'

interface PasskeysProps {
  passkeys: readonly Passkey[]
  /** False if this installation has no address for which passkeys can be made. */
  possible: boolean
}

/** The passkeys of the user's account: listed, added and removed. */
export function Passkeys({ passkeys, possible }: PasskeysProps) {
  const { t } = useTranslation()
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const close = () => setIsAdding(false)
  if (!possible && passkeys.length === 0) return null
  return (
    <>
      <Text size="sm" mt="lg" mb="sm">
        {t('secondFactor.passkeysHint')}
      </Text>
      {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onRemove={setRemoved} />}
      {possible && (
        <Button
          mt="md"
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setIsAdding(true)}
        >
          {t('secondFactor.addPasskey')}
        </Button>
      )}
      {isAdding && (
        <Dialog opened title={t('secondFactor.addPasskey')} onClose={close}>
          <PasskeySetup onDone={close} />
        </Dialog>
      )}
      {removed !== null && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

interface PasskeyTableProps {
  passkeys: readonly Passkey[]
  onRemove: (passkey: Passkey) => void
}

function PasskeyTable({ passkeys, onRemove }: PasskeyTableProps) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('secondFactor.passkeys')}
      columns={[
        { title: t('secondFactor.passkeyName') },
        { title: t('secondFactor.appAdded') },
        { title: t('secondFactor.passkeyUsed') },
        { title: t('secondFactor.removePasskey'), align: 'centre' },
      ]}
      rows={passkeys.map((passkey) => (
        <Table.Tr key={passkey.id}>
          <Table.Td className={cells['text']}>{passkey.name}</Table.Td>
          <Table.Td className={cells['whole']}>
            <Moment at={passkey.added_at} />
          </Table.Td>
          <Table.Td className={cells['whole']}>
            {passkey.last_used_at === null ? (
              t('secondFactor.passkeyNeverUsed')
            ) : (
              <Moment at={passkey.last_used_at} />
            )}
          </Table.Td>
          <Table.Td className={cells['centre']}>
            <RowButton
              label={t('secondFactor.removePasskeyOf', { name: passkey.name })}
              onClick={() => onRemove(passkey)}
            >
              <IconTrash size={16} />
            </RowButton>
          </Table.Td>
        </Table.Tr>
      ))}
    />
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemovePasskey()
  const { id, name } = passkey
  return (
    <Dialog opened title={t('secondFactor.removePasskeyOf', { name })} onClose={onClose}>
      <PasswordStep
        means={t('secondFactor.removePasskeyMeans')}
        onSubmit={(password) =>
          remove.mutate({ params: { id }, body: { password } }, { onSuccess: onClose })
        }
      >
        {(isReady) => (
          <DialogButtons
            submit={t('secondFactor.removePasskey')}
            busy={remove.isPending}
            disabled={!isReady}
            onCancel={onClose}
          />
        )}
      </PasswordStep>
    </Dialog>
  )
}
