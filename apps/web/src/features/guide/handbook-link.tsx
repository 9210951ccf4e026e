import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** The handbook, in Korean where the user reads Korean. */
export function HandbookLink() {
  const { t, i18n } = useTranslation()
  return (
    <Anchor href={i18n.language === 'ko' ? '/docs/ko' : '/docs'} target="_blank">
      {t('help.handbook')} {t('account.opensInNewTab')}
    </Anchor>
  )
}
