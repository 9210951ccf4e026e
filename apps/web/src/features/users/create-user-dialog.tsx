import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { passwordLinkHours } from '#contract/password-links'
import { usernamePattern } from '#contract/passwords'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordStrength, useIsAllowed } from '../../api/password-rules.tsx'
import { addressIn, EmailInput } from '../../api/email-input.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useCreateUser } from './api.ts'
import { SiteSelect } from './site-select.tsx'

const shortestUsername = 4

interface CreateUserDialogProps {
  /** Whether the server can invite by mail. */
  sendsMail: boolean
  onClose: () => void
}

export function CreateUserDialog({ sendsMail, onClose }: CreateUserDialogProps) {
  const { t } = useTranslation()
  const create = useCreateUser()
  const isAllowed = useIsAllowed()
  const { fields, field } = useFields({
    username: '',
    password: '',
    email: '',
    name: '',
    group: '',
  })
  const [invites, setInvites] = useState(sendsMail)
  const [isAdmin, setIsAdmin] = useState(false)
  const [siteId, setSite] = useState<number | null>(null)
  const wellFormed = usernamePattern.test(fields.username)
  const longEnough = fields.username.length >= shortestUsername
  const email = addressIn(fields.email)
  const validEmail = email !== undefined && !(invites && email === null)
  const goodPassword = invites || (fields.password !== '' && isAllowed(fields.password))
  const valid = wellFormed && longEnough && goodPassword && validEmail && fields.name.trim() !== ''
  const body = {
    username: fields.username,
    name: fields.name,
    group: fields.group,
    isAdmin,
    ...(invites ? {} : { password: fields.password }),
    ...(typeof email === 'string' ? { email } : {}),
    ...(siteId === null ? {} : { site_id: siteId }),
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (valid) create.mutate({ body }, { onSuccess: onClose })
  }
  const usernameError = () => {
    if (fields.username === '') return false
    if (!wellFormed) return t('account.usernameFormat')
    return !longEnough && t('users.usernameLength')
  }
  return (
    <Dialog opened title={t('users.createTitle')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('users.username')}
            withAsterisk
            data-autofocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            error={usernameError()}
            {...field('username')}
          />
          {sendsMail && (
            <Checkbox
              label={t('users.invite')}
              description={t('users.inviteHint', { hours: passwordLinkHours })}
              checked={invites}
              onChange={(event) => setInvites(event.currentTarget.checked)}
            />
          )}
          {!invites && (
            <>
              <PasswordInput
                label={t('users.password')}
                withAsterisk
                autoComplete="new-password"
                visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
                {...field('password')}
              />
              <PasswordStrength password={fields.password} />
            </>
          )}
          <EmailInput
            label={t('users.email')}
            withAsterisk={invites}
            autoComplete="off"
            {...field('email')}
          />
          <TextInput label={t('users.name')} withAsterisk maxLength={100} {...field('name')} />
          <TextInput label={t('users.group')} maxLength={100} {...field('group')} />
          <SiteSelect value={siteId} onChange={setSite} />
          <Checkbox
            label={t('users.admin')}
            checked={isAdmin}
            onChange={(event) => setIsAdmin(event.currentTarget.checked)}
          />
        </Stack>
        <DialogButtons
          submit={t('common.create')}
          busy={create.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
