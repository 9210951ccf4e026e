import { Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { licences } from 'virtual:licences'

import { IconSearch } from '../../ui/icons.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import classes from './licence-list.module.css'

/** The third-party packages that Fovea contains, with their licences. */
export function LicenceList() {
  const { t } = useTranslation()
  const [sought, setSought] = useState('')
  const words = sought.trim().toLowerCase()
  const shown = licences.filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(words),
  )
  return (
    <section>
      <Title order={2} mb="xs">
        {t('info.licencesTitle')}
      </Title>
      <Text mb="sm">{t('info.licencesHint')}</Text>
      <TextInput
        type="search"
        aria-label={t('info.findPackage')}
        placeholder={t('info.findPackage')}
        leftSection={<IconSearch size={16} />}
        value={sought}
        mb="xs"
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mb="xs" aria-live="polite">
        {t('info.packages', { count: shown.length })}
      </Text>
      <ul className={classes['list']}>
        {shown.map((each) => (
          <li key={`${each.name} ${each.version}`}>
            <details className={classes['package']}>
              <summary>
                <span className={classes['name']}>{each.name}</span>{' '}
                <span className={classes['version']}>{each.version}</span>{' '}
                <span className={classes['licence']}>{each.licence}</span>
              </summary>
              <Text size="sm" c="dimmed">
                {t(placeOf(each))}
              </Text>
              <ScrollRegion label={`${each.name} ${each.licence}`} className={classes['text']}>
                <pre>{each.text || t('info.noLicenceText')}</pre>
              </ScrollRegion>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

function placeOf({ browser, server }: { browser: boolean; server: boolean }) {
  if (browser && server) return 'info.usedInBoth'
  return browser ? 'info.usedInBrowser' : 'info.usedOnServer'
}
