import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface DialogButtonsProps {
  submit: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** The buttons at the end of a dialog's form. */
export function DialogButtons({ submit, busy, disabled = false, onCancel }: DialogButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </Group>
  )
}
