import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useShareDataset } from './api.ts'
import { MemberSelect } from './member-select.tsx'

export function ShareDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { t } = useTranslation()
  const share = useShareDataset(dataset.id, dataset.name)
  const [users, setUsers] = useState(dataset.users)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    share.mutate({ params: { id: dataset.id }, body: { users } }, { onSuccess: onClose })
  }
  return (
    <Dialog opened title={t('datasets.shareTitle', { name: dataset.name })} onClose={onClose}>
      <form onSubmit={submit}>
        <MemberSelect owner={dataset.owner} value={users} onChange={setUsers} />
        <DialogButtons submit={t('common.save')} busy={share.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
