import { Menu } from '@mantine/core'
import { useModals } from '@mantine/modals'
import { IconReportMedical } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { MessageView } from './message-view.tsx'

/** The menu entry that shows the FHIR message of an image. */
export function FhirItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const modals = useModals()
  const show = () =>
    modals.openModal({
      title: t('fhir.title', { id: image.id }),
      size: '72rem',
      closeButtonProps: { 'aria-label': t('common.close') },
      children: <MessageView imageId={image.id} />,
    })
  return (
    <Menu.Item leftSection={<IconReportMedical size={16} />} onClick={show}>
      {t('fhir.item')}
    </Menu.Item>
  )
}
