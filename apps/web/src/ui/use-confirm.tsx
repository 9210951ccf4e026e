import { Stack, Text } from '@mantine/core'
import { useModals } from '@mantine/modals'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

interface Question {
  title: string
  /** The question, the loss, and whether it can be undone. */
  lines: readonly string[]
  /** The action, as on the button that opened the dialog. */
  confirm: string
  onConfirm: () => void
}

/** Asks for confirmation before something is destroyed. */
export function useConfirm(): (question: Question) => void {
  const { openConfirmModal } = useModals()
  const { t } = useTranslation()
  return useCallback(
    ({ title, lines, confirm, onConfirm }: Question) =>
      openConfirmModal({
        title,
        children: (
          <Stack gap="xs">
            {lines.map((line) => (
              <Text key={line} size="sm">
                {line}
              </Text>
            ))}
          </Stack>
        ),
        labels: { confirm, cancel: t('common.cancel') },
        confirmProps: { color: 'red.8' },
        closeButtonProps: { 'aria-label': t('common.close') },
        onConfirm,
      }),
    [openConfirmModal, t],
  )
}
