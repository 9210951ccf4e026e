import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import classes from './guide.module.css'
import type { HelpTopic } from './help-topics.ts'

/** The purpose of a page, and its main functions. */
export function Topic({ topic }: { topic: HelpTopic }) {
  const { t } = useTranslation()
  const items: Readonly<Record<string, string>> = t(`help.topics.${topic}.items`, {
    returnObjects: true,
  })
  return (
    <Stack gap="xs">
      <Text>{t(`help.topics.${topic}.about`)}</Text>
      <ul className={classes['topic']}>
        {Object.entries(items).map(([name, text]) => (
          <li key={name}>{text}</li>
        ))}
      </ul>
    </Stack>
  )
}
