import { Menu } from '@mantine/core'
import { useModals } from '@mantine/modals'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { FrameChoice } from './frame-choice.tsx'

/** For an image with several frames, the menu entry that chooses the frame to show. */
export function FrameItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const modals = useModals()
  if (image.frames === 1) return null
  const ask = () => {
    const id = modals.openModal({
      title: t('images.frameTitle', { name: image.file_name }),
      size: 'lg',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <FrameChoice image={image} onClose={() => modals.closeModal(id)} />,
    })
  }
  return (
    <Menu.Item leftSection={<IconStack2 size={16} />} onClick={ask}>
      {t('images.chooseFrame', { frame: image.frame, frames: image.frames })}
    </Menu.Item>
  )
}
