import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { languages, type Language } from '../../i18n/i18n.ts'
import { IconFileTypePdf } from '../../ui/icons.ts'

/** Offers a PDF in each language. */
export function PdfMenu({ addressOf }: { addressOf: (language: Language) => string }) {
  const { t } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconFileTypePdf size={16} />}>{t('report.pdf')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(languages) as Language[]).map((language) => (
          <Menu.Item key={language} component="a" href={addressOf(language)} download>
            {t(`report.languages.${language}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
