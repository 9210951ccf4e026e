import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface AccountDialogProps {
  title: string
  /** Of the account that is changed. */
  username: string
  valid: boolean
  busy: boolean
  onSave: () => void
  onClose: () => void
  /** What can be changed. */
  children: ReactNode
}

/** A form about one account, which it names. */
export function AccountDialog({ title, username, children, ...form }: AccountDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog opened title={title} onClose={form.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (form.valid) form.onSave()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('users.username')}
            value={username}
            readOnly
            variant="filled"
            autoComplete="off"
          />
          {children}
        </Stack>
        <DialogButtons
          submit={t('common.save')}
          busy={form.busy}
          disabled={!form.valid}
          onCancel={form.onClose}
        />
      </form>
    </Dialog>
  )
}
