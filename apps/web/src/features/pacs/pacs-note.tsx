import { ActionIcon, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import {
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudQuestion,
  IconCloudUp,
} from '../../ui/icons.ts'
import { useShowSendings } from './use-show-sendings.tsx'

/** States to show in a row beside the image's own state, which already covers successful sending. */
const notes = {
  waiting: { Icon: IconCloudUp, color: 'gray' },
  asked: { Icon: IconCloudUp, color: 'gray' },
  committed: { Icon: IconCloudCheck, color: 'green' },
  unknown: { Icon: IconCloudQuestion, color: 'orange' },
  failed: { Icon: IconCloudExclamation, color: 'red' },
  notCommitted: { Icon: IconCloudExclamation, color: 'red' },
} as const

/** The state of an image's latest PACS transfer, beside the image's state; a click shows details. */
export function PacsNote({ image }: { image: Image }) {
  const { t } = useTranslation()
  const show = useShowSendings(image)
  const { pacsState: state } = image
  if (state === null || state === 'sent') return null
  const { Icon, color } = notes[state]
  const label = t(`pacs.notes.${state}`)
  return (
    <Tooltip label={label} multiline maw={320}>
      <ActionIcon
        size="sm"
        color={color}
        aria-label={t('pacs.noteOf', { id: image.id, state: label })}
        onClick={show}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
