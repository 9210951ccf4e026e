import { open } from 'node:fs/promises'

import type { Insertable } from 'kysely'

import { english, message } from '#contract/messages/message'

import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ReceivedFile } from '../../platform/http/receive-files.ts'
import type { Decoded } from '../../platform/images/decode-messages.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import {
  acceptedFormats,
  imageFormats,
  recogniseFormat,
  signatureBytes,
  type ImageFormat,
} from '../../platform/images/format.ts'
import { dicomColumns } from './dicom-columns.ts'

/** What a file's bytes tell of an image. */
export type ImageContent = Omit<Insertable<Schema['image']>, 'dataset_id' | 'file_name'>

/**
 * Decodes the file once, whole, to know what it is and that nothing of it is missing.
 * @throws {Problem} where it cannot be kept as an image.
 */
export async function inspectImage(decoder: Decoder, file: ReceivedFile): Promise<ImageContent> {
  const { format, dicom, undecodable, width, height } = await inspect(decoder, file)
  return {
    ...(dicom === undefined ? {} : dicomColumns(dicom)),
    sha256: file.sha256,
    size: file.size,
    media_type: imageFormats[format].mediaType,
    width,
    height,
    undecodable: undecodable === undefined ? '' : english(undecodable),
  }
}

async function inspect(
  decoder: Decoder,
  file: ReceivedFile,
): Promise<Decoded & { format: ImageFormat }> {
  const recognised = recogniseFormat(await readStart(file.path))
  // DICOM files may lack the preamble by which they are known; nothing else is worth a try.
  const format = recognised ?? 'dicom'
  try {
    return { format, ...(await decoder.decode({ kind: 'inspect', source: file.path, format })) }
  } catch (error) {
    if (!(error instanceof UndecodableImage)) throw error
    if (recognised === undefined) {
      throw new Problem(
        'unsupported_format',
        message('files.unknownFormat', { file: file.fileName, formats: acceptedFormats }),
      )
    }
    throw undecodableProblem(error)
  }
}

/** What a caller is told where a picture cannot be read. */
export function undecodableProblem({ reason, told }: UndecodableImage): Problem {
  return new Problem(refusals[reason], told)
}

const refusals = {
  unusable: 'unusable_content',
  too_large: 'too_large',
  unsupported: 'unsupported_format',
} as const

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(signatureBytes),
      0,
      signatureBytes,
      0,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
