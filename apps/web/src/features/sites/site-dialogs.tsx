import { TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Site } from '#contract/sites'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useCreateSite, useRenameSite } from './api.ts'

export function CreateSiteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const create = useCreateSite()
  return (
    <SiteDialog
      title={t('sites.createTitle')}
      submit={t('common.create')}
      initial=""
      busy={create.isPending}
      onSubmit={(name) => create.mutate({ body: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

export function RenameSiteDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation()
  const rename = useRenameSite()
  return (
    <SiteDialog
      title={t('sites.rename', { name: site.name })}
      submit={t('common.save')}
      initial={site.name}
      busy={rename.isPending}
      onSubmit={(name) =>
        rename.mutate({ params: { id: site.id }, body: { name } }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  )
}

interface SiteDialogProps {
  title: string
  submit: string
  /** The name at first. */
  initial: string
  busy: boolean
  onSubmit: (name: string) => void
  onClose: () => void
}

function SiteDialog({ title, submit, initial, busy, onSubmit, onClose }: SiteDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(initial)
  const trimmed = name.trim()
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (trimmed !== '') onSubmit(trimmed)
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={send}>
        <TextInput
          label={t('sites.name')}
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons submit={submit} busy={busy} disabled={trimmed === ''} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
