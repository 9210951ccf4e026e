import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useMatches } from 'react-router'

import { Dialog } from '../../ui/dialog.tsx'
import { useHelp } from '../../ui/help.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { ContactLink } from './contact-link.tsx'
import { GeneralKeys } from './general-keys.tsx'
import classes from './guide.module.css'
import { HandbookLink } from './handbook-link.tsx'
import { topicOf } from './help-topics.ts'
import { StepList } from './step-list.tsx'
import { stepGroups } from './steps.ts'
import { Topic } from './topic.tsx'
import { useGuideChoices, useGuideState } from './use-guide.ts'

/** The help of the current page, with the keys of the page and the first steps. */
export function HelpPanel() {
  const { isOpen } = useHelp()
  return isOpen && <OpenPanel />
}

function OpenPanel() {
  const { t } = useTranslation()
  const { setOpen, setSlot } = useHelp()
  const topic =
    useMatches()
      .map(({ handle }) => topicOf(handle))
      .findLast((found) => found !== null) ?? 'other'
  const close = () => setOpen(false)
  const page = t(`help.topics.${topic}.title`)
  return (
    <Dialog opened size="60rem" title={`${t('help.title')}: ${page}`} onClose={close}>
      <Stack gap="lg">
        <Topic topic={topic} />
        <Stack gap="lg" ref={setSlot} className={classes['slot'] ?? ''} />
        <FirstSteps onFollow={close} />
        <section>
          <h2 className={classes['heading']}>{t('help.keys')}</h2>
          <GeneralKeys />
        </section>
        <Group gap="lg">
          <Anchor component={Link} to="/help" target="_blank">
            {t('help.all')} {t('account.opensInNewTab')}
          </Anchor>
          <HandbookLink />
          <ContactLink />
        </Group>
      </Stack>
    </Dialog>
  )
}

function FirstSteps({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  const { choices, setHidden } = useGuideChoices()
  const { viewer, query } = useGuideState(true)
  const { data } = query
  return (
    <section>
      <Group gap="sm" mb="xs" align="baseline">
        <h2 className={classes['heading']}>{t('guide.title')}</h2>
        {choices?.isHidden === true && (
          <Button size="compact-sm" variant="subtle" onClick={() => setHidden(false)}>
            {t('guide.show')}
          </Button>
        )}
      </Group>
      <QueryFailed title={t('guide.failed')} query={query} />
      {data === undefined && query.error === null && (
        <Text size="sm" c="dimmed">
          {t('common.loading')}
        </Text>
      )}
      {data !== undefined && viewer !== null && choices !== null && (
        <StepList groups={stepGroups(data, viewer, choices)} onFollow={onFollow} />
      )}
    </section>
  )
}
