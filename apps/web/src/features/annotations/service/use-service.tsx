import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { addAnnotation } from '#annotation/commands'
import { annotateByService, servicePictureBytes } from '#contract/annotation-service'

import { call } from '../../../api/call.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import type { Annotator } from '../annotator.ts'
import { type AnnotatorData, pictureAddress } from '../api.ts'
import { annotationsFound } from './found-annotations.ts'
import { newUuid } from '../../../api/new-uuid.ts'

/** Requests annotations of the photograph from the dataset's annotation service, as one step of undo. */
export function useService({ editor }: Annotator, { image }: AnnotatorData, creator: string) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  const title = t('annotations.service.title')
  return useMutation({
    mutationFn: async () => {
      const file = await photographFile(image)
      const params = { id: image.dataset_id, imageId: image.id }
      const found = await call(annotateByService, { params, files: [file] })
      const { document } = editor.state
      return annotationsFound(found, { document, creator, newId: newUuid })
    },
    onSuccess({ made, unknown, outside }) {
      const before = editor.state.document.annotations.size
      editor.change('service', (document) =>
        made.reduce((current, annotation) => addAnnotation(annotation)(current), document),
      )
      const count = editor.state.document.annotations.size - before
      const names = unknown.join(', ')
      const left = [
        ...(unknown.length === 0 ? [] : [t('annotations.service.unknown', { names })]),
        ...(outside === 0 ? [] : [t('annotations.service.outside', { count: outside })]),
      ]
      const added = t('annotations.service.done', { count })
      const color = left.length === 0 ? 'green' : 'yellow'
      const text = [added, ...left].join(' ')
      notifications.show({ title, message: text, color, autoClose: 10_000 })
    },
    onError(error) {
      const failed = t('annotations.service.failed')
      // The server's message may begin with the same words.
      const why = problemText(error).replace(`${failed}: `, '')
      notifications.show({
        title,
        message: (
          <>
            <Text size="sm">{failed}</Text>
            <Text size="xs">{why}</Text>
          </>
        ),
        color: 'red',
        autoClose: 10_000,
      })
    },
  })
}

/** The pixels of the photograph, encoded by a canvas. */
async function photographFile(image: AnnotatorData['image']): Promise<File> {
  const answer = await fetch(pictureAddress(image, null))
  if (!answer.ok) throw new Error(`The photograph could not be read: ${answer.status}.`)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  const exact = await canvas.convertToBlob({ type: 'image/png' })
  const blob =
    exact.size <= servicePictureBytes
      ? exact
      : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  return new File([blob], image.file_name, { type: blob.type })
}
