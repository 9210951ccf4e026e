import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import { linkSingleSignOn } from '#contract/single-sign-on'

import { stateOf } from '../../api/destination.ts'
import { useCall } from '../../api/use-call.ts'
import { useServerInfo } from '../../api/viewer.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Section } from '../../ui/section.tsx'
import { leaveFor } from './journey.ts'

/** Offers users of a local account to sign in at the identity provider from now on, if there is one. */
export function LinkAccount({ user }: { user: User }) {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  const [isOpened, setOpened] = useState(false)
  if (info.single_sign_on === null || user.external || user.anonymous) return null
  const name = info.single_sign_on.name ?? t('account.linkUnnamed')
  return (
    <Section title={t('account.link')}>
      <Text mb="md">{t('account.linkHint', { name })}</Text>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('account.linkWith', { name })}
      </Button>
      {isOpened && <LinkDialog name={name} user={user} onClose={() => setOpened(false)} />}
    </Section>
  )
}

interface LinkDialogProps {
  name: string
  user: User
  onClose: () => void
}

function LinkDialog({ name, user: { username }, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const title = t('account.linkWith', { name })
  const link = useCall(linkSingleSignOn, { title })
  const leave = ({ url }: { url: string }) => leaveFor(url, stateOf({ path: '/user', username }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (password !== '') link.mutate({ body: { password } }, { onSuccess: leave })
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('account.linkMeans')}</Text>
          <PasswordInput
            label={t('account.currentPassword')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons
          submit={t('account.linkContinue')}
          busy={link.isPending}
          disabled={password === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
