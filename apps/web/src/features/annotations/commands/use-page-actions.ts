import { notifications } from '@mantine/notifications'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'

import { imageRecordId } from '#annotation/document'
import type { Travelled } from '#annotation/editor-state'
import { message } from '#contract/messages/message'

import { type Need, rightOf } from '../../../api/rights.ts'
import { useTold } from '../../../i18n/told.ts'
import { useConfirm } from '../../../ui/dialogs.tsx'
import { type AnnotatorData, downloadAddress, useDeleteImage } from '../api.ts'
import { threadParameter } from '../comments/use-commenting.ts'
import type { CommandContext, DisabledReason } from './command.ts'
import { startLeaving } from './waiting-commands.ts'
import type { Paging } from '../photograph/paging.ts'

type PageActions = Pick<
  CommandContext,
  | 'openImage'
  | 'download'
  | 'deleteImage'
  | 'tellUndone'
  | 'tellNewAfterStroke'
  | 'tellDisabled'
  | 'tellForbidden'
>

/** Actions of the page around the image, for the commands. */
export function usePageActions({ image }: AnnotatorData): PageActions {
  const { t } = useTranslation()
  const { said } = useTold()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const confirm = useConfirm()
  const { mutate: remove } = useDeleteImage(image)
  const openImage = useCallback(
    (id: number) => {
      startLeaving()
      const search = new URLSearchParams(parameters)
      search.delete(threadParameter)
      void navigate(
        { pathname: `/annotate/${id}`, search: `${search}` },
        { state: { pagedFrom: image.id } satisfies Paging },
      )
    },
    [navigate, parameters, image.id],
  )
  const deleteImage = useCallback(() => {
    const leave = () => {
      const neighbour = image.next ?? image.previous
      if (neighbour === null) void navigate(`/tabulardataset/${image.dataset_id}`)
      else openImage(neighbour)
    }
    confirm({
      title: t('annotations.commands.deleteImage'),
      lines: [
        t('annotations.deleteImageQuestion'),
        t('annotations.deleteImageLoss', {
          name: image.file_name,
          count: image.numberAnnotations,
        }),
        t('annotations.deleteImageUndo'),
      ],
      confirm: t('common.delete'),
      onConfirm: () => remove({ params: { id: image.id } }, { onSuccess: leave }),
    })
  }, [t, confirm, image, navigate, openImage, remove])
  const download = useCallback(() => downloadFile(image), [image])
  const tellUndone = useCallback(
    ({ skipped }: Travelled) => {
      const count = skipped.filter((id) => id !== imageRecordId).length
      const messages = [
        ...(count > 0 ? [t('annotations.undoSkipped', { count })] : []),
        ...(count < skipped.length ? [t('annotations.undoSkippedImage')] : []),
      ]
      for (const text of messages) notifications.show({ message: text, color: 'yellow' })
    },
    [t],
  )
  const tellNewAfterStroke = useCallback(
    (isOn: boolean) =>
      void notifications.show({
        id: 'new after stroke',
        message: t(`annotations.newAfterStroke.${isOn ? 'on' : 'off'}`),
      }),
    [t],
  )
  const tellDisabled = useCallback(
    (reason: DisabledReason) =>
      void notifications.show({
        id: 'command disabled',
        title: t(
          reason === 'inLabelMode'
            ? 'annotations.commands.labelMode'
            : `annotations.${reason}Title`,
        ),
        message: t(`annotations.${reason}`),
        color: 'yellow',
      }),
    [t],
  )
  const tellForbidden = useCallback(
    (need: Need) =>
      void notifications.show({
        id: 'command forbidden',
        title: t('roles.notAllowed'),
        message: said(message(`rights.${rightOf(need)}`)),
        color: 'yellow',
      }),
    [t, said],
  )
  return useMemo(
    () => ({
      openImage,
      download,
      deleteImage,
      tellUndone,
      tellNewAfterStroke,
      tellDisabled,
      tellForbidden,
    }),
    [openImage, download, deleteImage, tellUndone, tellNewAfterStroke, tellDisabled, tellForbidden],
  )
}

function downloadFile(image: AnnotatorData['image']): void {
  const link = document.createElement('a')
  link.href = downloadAddress(image)
  link.download = image.file_name
  link.click()
}
