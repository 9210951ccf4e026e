import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { regulatoryFacts, type Regulatory } from '#contract/info'

import { useServerInfo } from '../../api/viewer.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Section } from '../../ui/section.tsx'
import classes from './regulatory-block.module.css'

/** The medical-device information; a clear warning if it is not configured. */
export function RegulatoryBlock() {
  const { t } = useTranslation()
  const { info, loaded } = useServerInfo()
  if (!loaded) return null
  const { regulatory } = info
  return (
    <Section title={t('info.regulatoryTitle')}>
      {regulatory.configured ? (
        <RegulatoryFacts regulatory={regulatory} version={info.git.tag} />
      ) : (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle />}
          title={t('info.notConfigured')}
        />
      )}
    </Section>
  )
}

function RegulatoryFacts({ regulatory, version }: { regulatory: Regulatory; version: string }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <>
      <Text mb="sm">{t('info.isDevice')}</Text>
      <dl className={classes['facts']}>
        <div>
          <dt>{t('info.version')}</dt>
          <dd>{version}</dd>
        </div>
        {regulatoryFacts.map((name) => (
          <div key={name}>
            <dt>{t(`info.${name}`)}</dt>
            <dd>
              {regulatory[name]?.[language] ?? (
                <span className={classes['unset']}>{t('info.notConfiguredValue')}</span>
              )}
            </dd>
          </div>
        ))}
        {regulatory.instructions_url !== null && (
          <div>
            <dt>{t('info.instructions')}</dt>
            <dd>
              <Anchor
                href={regulatory.instructions_url}
                target="_blank"
                rel="noopener noreferrer"
                inherit
              >
                {regulatory.instructions_url}
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
