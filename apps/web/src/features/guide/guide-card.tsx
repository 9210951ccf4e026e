import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import classes from './guide.module.css'
import { StepList } from './step-list.tsx'
import { stepGroups } from './steps.ts'
import { useGuideChoices, useGuideState } from './use-guide.ts'

/** The first steps on My Images, until they are taken or hidden. */
export function GuideCard() {
  const { t } = useTranslation()
  const { choices, setHidden } = useGuideChoices()
  const { viewer, query } = useGuideState(choices?.isHidden === false)
  if (choices === null || choices.isHidden || viewer === null || query.data === undefined) {
    return null
  }
  const groups = stepGroups(query.data, viewer, choices)
  const states = groups.flatMap(({ steps }) => steps.map(({ state }) => state))
  if (!states.includes('open')) return null
  const done = states.filter((state) => state !== 'open').length
  return (
    <Paper
      withBorder
      component="section"
      className={classes['card'] ?? ''}
      aria-labelledby="guide-title"
    >
      <Group justify="space-between" mb="xs" gap="xs">
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4" id="guide-title">
            {t('guide.title')}
          </Title>
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('guide.progress', { done, total: states.length })}
          </Text>
        </Group>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('guide.hideLabel')}
          onClick={() => setHidden(true)}
        >
          {t('guide.hide')}
        </Button>
      </Group>
      <StepList groups={groups} />
    </Paper>
  )
}
