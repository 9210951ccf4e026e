import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { Email } from '#contract/account'

/** The address that was typed; null if there is none, undefined if it cannot be one. */
export function addressIn(typed: string): string | null | undefined {
  const text = typed.trim()
  return text === '' ? null : Email.safeParse(text).data
}

/** An input of an email address, which says if it cannot be one. */
export function EmailInput(props: TextInputProps & { value: string }) {
  const { t } = useTranslation()
  const isInvalid = addressIn(props.value) === undefined
  return (
    <TextInput
      type="email"
      maxLength={254}
      error={isInvalid && t('account.invalidEmail')}
      {...props}
    />
  )
}
