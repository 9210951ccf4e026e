import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { deleteImage, type Image } from '#contract/images'
import { rollBack } from '#contract/undo'

import { call } from '../../api/call.ts'
import { useEachImage } from '../../api/each-image.tsx'
import { useMay } from '../../api/rights.ts'
import { useConfirm } from '../../ui/dialogs.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { undoNotice } from '../../ui/undo-notice.tsx'
import { staleAfterChange } from './api.ts'

interface DeleteChosenButtonProps {
  datasetId: number
  images: readonly Image[]
}

/** Deletes the chosen images after the user has confirmed the loss, and offers to restore them. */
export function DeleteChosenButton({ datasetId, images }: DeleteChosenButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const confirm = useConfirm()
  const eachImage = useEachImage()
  const invalidates = [...staleAfterChange(datasetId), ['undo']]
  const restore = (deleted: readonly Image[]) =>
    eachImage({
      images: deleted,
      act: ({ id }) => call(rollBack, { query: { id, instance: 'image' } }),
      title: t('images.restoring'),
      invalidates,
      success: ({ length: count }) => t('images.restoredSeveral', { count }),
    })
  const remove = () =>
    eachImage({
      images,
      act: ({ id }) => call(deleteImage, { params: { id } }),
      title: t('images.deleting'),
      invalidates,
      success: (deleted) =>
        undoNotice(
          t('images.deletedSeveral', { count: deleted.length }),
          () => void restore(deleted),
        ),
    })
  const ask = () =>
    confirm({
      title: t('images.deleteSeveralTitle', { count: images.length }),
      lines: [
        t('images.deleteSeveralLoss', {
          count: images.reduce((sum, { numberAnnotations }) => sum + numberAnnotations, 0),
        }),
        ...annotatedNow(images).map((names) => t('images.annotating', { names })),
        t('images.deleteSeveralUndo'),
      ],
      confirm: t('images.delete'),
      onConfirm: () => void remove(),
    })
  if (!may(deleteImage)) return null
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} />}
      onClick={ask}
    >
      {t('images.delete')}
    </Button>
  )
}

/** Those who annotate any of the images, on one line if there are any. */
function annotatedNow(images: readonly Image[]): string[] {
  const names = new Set(images.flatMap(({ annotating }) => annotating))
  return names.size === 0 ? [] : [[...names].join(', ')]
}
