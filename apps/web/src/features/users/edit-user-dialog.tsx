import { Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Account } from '#contract/users'

import { PasswordStrength, useIsAllowed } from '../../api/password-rules.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { AccountDialog } from './account-dialog.tsx'
import { addressIn, EmailInput } from '../../api/email-input.tsx'
import { useUpdateUser } from './api.ts'
import classes from './edit-user-dialog.module.css'
import { SiteSelect } from './site-select.tsx'
import { PasswordLink } from './password-link.tsx'
import { SecondFactorOfUser } from './second-factor-of-user.tsx'

interface EditUserDialogProps {
  user: Account
  /** Whether the server can mail links. */
  sendsMail: boolean
  onClose: () => void
}

export function EditUserDialog({ user, sendsMail, onClose }: EditUserDialogProps) {
  const { t } = useTranslation()
  const update = useUpdateUser()
  const isAllowed = useIsAllowed()
  const { fields, field } = useFields({
    password: '',
    name: user.name,
    group: user.group,
    email: user.email ?? '',
  })
  const [isAdmin, setAdmin] = useState(user.is_admin)
  const [emergencyAccess, setEmergencyAccess] = useState(user.emergency_access)
  const [siteId, setSite] = useState(user.site_id)
  const moves = siteId !== user.site_id
  const name = fields.name.trim()
  const validName = name !== '' || user.name === ''
  const email = addressIn(fields.email)
  const valid =
    validName && email !== undefined && (fields.password === '' || isAllowed(fields.password))
  const body = {
    group: fields.group,
    isAdmin,
    emergencyAccess,
    email: email ?? null,
    ...(moves ? { site_id: siteId } : {}),
    ...(name === '' ? {} : { name }),
    ...(fields.password === '' ? {} : { password: fields.password }),
  }
  return (
    <AccountDialog
      title={t('users.editTitle')}
      size="xl"
      user={user}
      change={update}
      body={body}
      valid={valid}
      onClose={onClose}
    >
      <div className={classes['columns']}>
        <Stack gap="sm">
          <TextInput
            label={t('users.name')}
            maxLength={100}
            error={!validName && t('users.nameRequired')}
            {...field('name')}
          />
          <EmailInput
            label={t('users.email')}
            description={user.external ? t('users.emailElsewhere') : t('users.emailHint')}
            autoComplete="off"
            {...field('email')}
          />
          <TextInput label={t('users.group')} maxLength={100} {...field('group')} />
          <SiteSelect
            value={siteId}
            description={moves ? t('sites.moves') : undefined}
            onChange={setSite}
          />
        </Stack>
        <Stack gap="sm">
          {user.external ? (
            <Text size="sm">{t('users.external')}</Text>
          ) : (
            <>
              <PasswordInput
                label={t('users.newPassword')}
                description={t('users.keepPassword')}
                autoComplete="new-password"
                visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
                {...field('password')}
              />
              <PasswordStrength password={fields.password} />
              <PasswordLink user={user} sendsMail={sendsMail} />
              <SecondFactorOfUser user={user} onRemoved={onClose} />
            </>
          )}
          <Checkbox
            label={t('users.admin')}
            checked={isAdmin}
            onChange={(event) => setAdmin(event.currentTarget.checked)}
          />
          <Checkbox
            label={t('emergencyAccess.right')}
            description={t('emergencyAccess.rightHint')}
            checked={emergencyAccess}
            onChange={(event) => setEmergencyAccess(event.currentTarget.checked)}
          />
        </Stack>
      </div>
    </AccountDialog>
  )
}
