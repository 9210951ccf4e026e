import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import type { UndeliveredMessage } from '#contract/outbox'

import { count } from '../../i18n/format.ts'
import { momentText } from '../../i18n/time.ts'
import { useTold } from '../../i18n/told.ts'
import { IconMailExclamation, IconMailForward } from '../../ui/icons.ts'

/** Beside the state of an image: messages that another system has not acknowledged, and why. */
export function UndeliveredNote({ image }: { image: Image }) {
  const { t } = useTranslation()
  const line = useLine()
  const { undelivered } = image
  if (undelivered.length === 0) return null
  const isRefused = undelivered.some(({ state }) => state === 'refused')
  const isFailing = undelivered.some(({ why }) => why !== null)
  const Icon = isFailing ? IconMailExclamation : IconMailForward
  const text = undelivered.map(line).join(' ')
  return (
    <Tooltip label={text} multiline maw={360} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        size="sm"
        variant="transparent"
        color={isRefused ? 'red' : isFailing ? 'orange' : 'gray'}
        aria-label={t('outbox.noteOf', { id: image.id, text })}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

function useLine(): (message: UndeliveredMessage) => string {
  const { t } = useTranslation()
  const { told } = useTold()
  return ({ receiver, state, tries, next_try_at: next, why }) => {
    const name = t(`outbox.receivers.${receiver}`)
    const stands =
      state === 'refused'
        ? t('outbox.notes.refused', { name })
        : t('outbox.notes.waiting', {
            name,
            tries: count(tries),
            when: next === null ? '' : momentText(next),
          })
    return why === null ? stands : `${stands} ${told(why)}`
  }
}
