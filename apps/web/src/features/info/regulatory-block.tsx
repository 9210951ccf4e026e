import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { regulatoryFacts, type Regulatory } from '#contract/info'
import { regulatory as en } from '#report/words/regulatory-en'
import { regulatory as ko } from '#report/words/regulatory-ko'

import { useServerInfo } from '../../api/viewer.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Section } from '../../ui/section.tsx'
import classes from './regulatory-block.module.css'

/** Both languages are smaller than a request for one. */
const words = { en, ko } as const

/** The medical-device information; a clear warning if it is not configured. */
export function RegulatoryBlock() {
  // Renders again when the language changes.
  useTranslation()
  const { notConfigured, regulatoryTitle } = words[currentLanguage()]
  const { info, loaded } = useServerInfo()
  if (!loaded) return null
  const { regulatory } = info
  return (
    <Section title={regulatoryTitle}>
      {regulatory.configured ? (
        <RegulatoryFacts regulatory={regulatory} version={info.git.tag} />
      ) : (
        <p className={classes['research']}>{notConfigured}</p>
      )}
    </Section>
  )
}

function RegulatoryFacts({ regulatory, version }: { regulatory: Regulatory; version: string }) {
  const language = currentLanguage()
  const names = words[language]
  return (
    <>
      <Text mb="sm">{names.isDevice}</Text>
      <dl className={classes['facts']}>
        <div>
          <dt>{names.version}</dt>
          <dd>{version}</dd>
        </div>
        {regulatoryFacts.map((name) => (
          <div key={name}>
            <dt>{names[name]}</dt>
            <dd>
              {regulatory[name]?.[language] ?? (
                <span className={classes['unset']}>{names.notConfiguredValue}</span>
              )}
            </dd>
          </div>
        ))}
        {regulatory.instructions_url !== null && (
          <div>
            <dt>{names.instructions}</dt>
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
