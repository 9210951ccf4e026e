import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog, type DialogProps } from '../../ui/dialog.tsx'

interface AccountDialogProps<Body> {
  title: string
  size?: NonNullable<DialogProps['size']>
  /** The account to change. */
  user: User
  /** The call that changes the account. */
  change: {
    isPending: boolean
    mutate: (
      input: { params: { username: string }; body: Body },
      options: { onSuccess: () => void },
    ) => void
  }
  /** Body of the call, from the form. */
  body: Body
  valid: boolean
  onClose: () => void
  /** The form's inputs. */
  children: ReactNode
}

/** A form about one account, whose name it shows. */
export function AccountDialog<Body>(props: AccountDialogProps<Body>) {
  const { title, size = 'md', user, change, body, valid, onClose, children } = props
  const { username } = user
  const { t } = useTranslation()
  return (
    <Dialog opened title={title} size={size} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (valid) change.mutate({ params: { username }, body }, { onSuccess: onClose })
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
          busy={change.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
