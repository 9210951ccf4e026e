import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useShowDialog } from '../../ui/dialogs.tsx'
import { IconReportMedical } from '../../ui/icons.ts'
import { MessageView } from './message-view.tsx'

/** The menu entry that shows the FHIR message of an image. */
export function FhirItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const show = useShowDialog()
  const showMessage = () =>
    show({
      title: t('fhir.title', { id: image.id }),
      size: '72rem',
      children: <MessageView imageId={image.id} />,
    })
  return (
    <Menu.Item leftSection={<IconReportMedical size={16} />} onClick={showMessage}>
      {t('fhir.item')}
    </Menu.Item>
  )
}
