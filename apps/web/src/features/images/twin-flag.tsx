import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ImageTwin } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { IconCopy } from '../../ui/icons.ts'
import { TwinChoice } from './twin-choice.tsx'

interface TwinFlagProps {
  id: number
  twin: Pick<ImageTwin, 'standing' | 'is_open'> | null
}

/**
 * Says that an image waits for a choice between several with the same SOP Instance UID, or was set aside; a
 * click opens the choice.
 */
export function TwinFlag({ id, twin }: TwinFlagProps) {
  const { t } = useTranslation()
  const show = useShowDialog()
  if (twin === null || (twin.standing === 'counts' && !twin.is_open)) return null
  const open = () => {
    const close = show({
      title: t('twins.title'),
      size: 'xl',
      children: <TwinChoice id={id} onClose={() => close()} />,
    })
  }
  const words = t(`twins.flags.${twin.standing}`)
  return (
    <Button
      size="compact-sm"
      variant="light"
      color={twin.standing === 'set_aside' ? 'gray' : 'orange'}
      leftSection={<IconCopy size={14} aria-hidden />}
      aria-label={t('twins.flagOf', { id, words })}
      onClick={open}
    >
      {words}
    </Button>
  )
}
