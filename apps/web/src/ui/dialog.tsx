import { Modal, type ModalProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface DialogProps extends Omit<ModalProps, 'opened' | 'closeButtonProps'> {
  title: string
  opened: boolean
}

/** A modal dialog whose close button has an accessible name. */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation()
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('common.close') }} />
}
