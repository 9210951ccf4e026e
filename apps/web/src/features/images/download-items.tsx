import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { IconDownload, IconShieldCheck } from '../../ui/icons.ts'
import { downloadAddress } from './api.ts'
import { MaskChoice } from './mask-choice.tsx'

interface DownloadItemsProps {
  image: Image
  forms: readonly (keyof typeof labels)[]
}

/** Download entries of an image's menu, including one for the de-identified file. */
export function DownloadItems({ image, forms }: DownloadItemsProps) {
  const { t } = useTranslation()
  const show = useShowDialog()
  const isShown = image.undecodable === ''
  const offered = forms.filter((form) => isShown || form === 'dicom')
  // Only a person can judge whether a picture contains text.
  const askAboutPicture = () => {
    const close = show({
      title: t('images.deidentifyTitle', { id: image.id }),
      size: '72rem',
      children: <MaskChoice image={image} onClose={() => close()} />,
    })
  }
  return (
    <>
      {offered.map((form) => (
        <Menu.Item
          key={form}
          component="a"
          href={downloadAddress(image, form)}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t(`images.${labels[form]}`)}
        </Menu.Item>
      ))}
      {isShown && (
        <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={askAboutPicture}>
          {t('images.downloadDeidentified')}
        </Menu.Item>
      )}
    </>
  )
}

const labels = { original: 'download', png: 'downloadPng', dicom: 'downloadDcm' } as const
