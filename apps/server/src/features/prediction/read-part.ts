import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import type { RgbImage } from '#raster/image'

import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'

export interface PictureDeps {
  readonly files: FileStore
  readonly decoder: Decoder
  readonly temporaryFolder: string
}

type Part = NonNullable<Extract<Parameters<Decoder['decode']>[0], { kind: 'pixels' }>['part']>

/**
 * Pixels of the original: no rendition has the detail of a small lesion.
 * @throws {Problem} unusable_content
 */
export async function readPart(
  { files, decoder, temporaryFolder }: PictureDeps,
  { key, format, frame = 0 }: StoredPicture,
  part: Part,
): Promise<RgbImage> {
  await mkdir(temporaryFolder, { recursive: true })
  const target = path.join(temporaryFolder, `${randomUUID()}.part`)
  try {
    await files.withLocalPath(key, (source) =>
      decoder.decode({ kind: 'pixels', source, format, frame, target, part }),
    )
    return { ...part.size, data: new Uint8Array(await readFile(target)) }
  } catch (error) {
    throw error instanceof UndecodableImage
      ? new Problem('unusable_content', error.told, { cause: error })
      : error
  } finally {
    await rm(target, { force: true })
  }
}
