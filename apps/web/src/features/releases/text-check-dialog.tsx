import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Loading } from '../../ui/loading.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { textChecks, useCheckText } from './api.ts'

/** Shows a picture with and without its surround, and asks whether it has text. */
export type MaskQuestionType = ComponentType<{
  image: { id: number; version: string }
  answers: { masked: string; unmasked: string }
  onDecide: (mask: boolean) => void
  onClose: () => void
}>

interface TextCheckDialogProps {
  datasetId: number
  MaskQuestion: MaskQuestionType
  onClose: () => void
}

/** Walks through the images that nobody has checked for text. */
export function TextCheckDialog({ datasetId, MaskQuestion, onClose }: TextCheckDialogProps) {
  const { t } = useTranslation()
  const query = useQuery(textChecks(datasetId))
  const check = useCheckText(datasetId)
  const [skipped, setSkipped] = useState<readonly number[]>([])
  const { data } = query
  const image = data?.next.find(({ id }) => !skipped.includes(id))
  return (
    <Dialog opened size="xl" title={t('releases.checkTitle')} onClose={onClose}>
      <Stack gap="sm">
        <QueryFailed title={t('releases.checking')} query={query} />
        {query.isPending && <Loading size="sm" />}
        {data !== undefined && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('releases.checkedOf', {
              checked: data.checked,
              total: data.checked + data.unchecked,
            })}
          </Text>
        )}
        {image !== undefined && (
          <>
            <Group justify="space-between">
              <Text fw={600}>{image.file_name}</Text>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => setSkipped([...skipped, image.id])}
              >
                {t('releases.skip')}
              </Button>
            </Group>
            <MaskQuestion
              key={image.id}
              image={image}
              answers={{ masked: t('releases.mask'), unmasked: t('releases.noText') }}
              onDecide={(mask) => check.mutate({ params: { id: image.id }, body: { mask } })}
              onClose={onClose}
            />
          </>
        )}
        {data !== undefined && image === undefined && (
          <>
            <Text size="sm">
              {data.unchecked === 0 ? t('releases.allChecked') : t('releases.restSkipped')}
            </Text>
            <Group justify="flex-end">
              <Button onClick={onClose}>{t('common.close')}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
