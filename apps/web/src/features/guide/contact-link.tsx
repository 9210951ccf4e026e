import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { useServerInfo } from '../../api/viewer.ts'

/** Leads to the operator's page of help, if there is one. */
export function ContactLink() {
  const { t } = useTranslation()
  const { info } = useServerInfo()
  if (info.help_url === null) return null
  return (
    <Anchor href={info.help_url} target="_blank" rel="noopener noreferrer">
      {t('account.help')} {t('account.opensInNewTab')}
    </Anchor>
  )
}
