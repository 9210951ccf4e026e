import { createReadStream } from 'node:fs'

import { message } from '#contract/messages/message'
import { readCvat, type CvatLabel } from '#labelling/read-cvat'
import { readLabelStudioTask } from '#labelling/read-label-studio'
import type { LabelledImage, Loss } from '#labelling/labelled-image'
import { XmlError } from '#labelling/xml'

import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { entriesOf, type ListFile } from './list-entries.ts'
import { xmlMessage } from './xml-message.ts'

/** An image of the file, with other names under which the dataset may have it. */
export interface NamedImage {
  readonly image: LabelledImage
  readonly otherNames: readonly string[]
}

interface Handlers {
  readonly onLabel: (label: CvatLabel) => void
  readonly onLoss: (loss: Loss) => void
}

export type ReadLabels = (
  file: ListFile,
  handlers: Handlers,
) => AsyncIterable<readonly NamedImage[]>

/** The readers of labelling tools' files: images with their annotations, a chunk of the file at a time. */
export const labelReaders = {
  async *cvat(file, handlers) {
    let images: NamedImage[] = []
    const reader = readCvat({
      ...handlers,
      onImage: (image) => images.push({ image, otherNames: [] }),
    })
    const decoder = new TextDecoder('utf-8', { fatal: true })
    try {
      for await (const chunk of createReadStream(file.file, { signal: file.signal })) {
        reader.push(decoder.decode(chunk as Buffer, { stream: true }))
        yield images
        images = []
      }
      reader.push(decoder.decode())
      reader.end()
    } catch (error) {
      throw isBadText(error)
        ? new PermanentFailure(message('imports.unreadable', { detail: xmlMessage(error) }))
        : error
    }
    yield images
  },

  async *'label studio'(file, { onLoss }) {
    for await (const tasks of entriesOf(file)) {
      yield tasks.flatMap((task) => readLabelStudioTask(task, onLoss) ?? [])
    }
  },
} as const satisfies Readonly<Record<string, ReadLabels>>

function isBadText(error: unknown): error is XmlError | TypeError {
  const isEncoding =
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  return error instanceof XmlError || isEncoding
}
