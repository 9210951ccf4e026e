import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { chooseFrame, type Image } from '#contract/images'

import { useMay } from '../../api/rights.ts'
import { useShowDialog } from '../../ui/dialogs.tsx'
import { IconStack2 } from '../../ui/icons.ts'
import { FrameChoice } from './frame-choice.tsx'

/** For an image with several frames, the menu entry that chooses the frame to show. */
export function FrameItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const may = useMay()
  const show = useShowDialog()
  if (image.frames === 1 || !may(chooseFrame)) return null
  const ask = () => {
    const close = show({
      title: t('images.frameTitle', { name: image.file_name }),
      size: 'lg',
      children: <FrameChoice image={image} onClose={() => close()} />,
    })
  }
  return (
    <Menu.Item leftSection={<IconStack2 size={16} />} onClick={ask}>
      {t('images.chooseFrame', { frame: image.frame, frames: image.frames })}
    </Menu.Item>
  )
}
