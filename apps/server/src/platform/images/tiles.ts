import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

import { levelSize, tileSide } from '#contract/images'

import { bytesBelow, type CacheLimit } from '../files/cache-limit.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ImageSize } from './decode-messages.ts'
import type { Decoder } from './decoder.ts'
import { frameOf, type StoredPicture } from './stored-picture.ts'

/** Increase if tiles are made differently, so that old ones are not served. */
const version = 1
/** Pictures whose tiles are kept at most, about 0.8 MB a megapixel; the least recently used goes first. */
const keptPictures = 100

export interface TilePlace {
  readonly level: number
  readonly x: number
  readonly y: number
}

export interface Tiles {
  /** The path of a tile; null if the picture has none. The first request makes all of them. */
  find(picture: StoredPicture & ImageSize, place: TilePlace): Promise<string | null>
}

export function openTiles(options: {
  folder: string
  files: FileStore
  decoder: Decoder
  limit: CacheLimit
  asked: (isThere: boolean) => void
}): Tiles {
  const { folder, files, decoder, limit, asked } = options
  const inProgress = new Map<string, Promise<void>>()

  function makeOnce(picture: StoredPicture, target: string): Promise<void> {
    const running = inProgress.get(target)
    if (running !== undefined) return running
    const making = make(picture, target).finally(() => inProgress.delete(target))
    inProgress.set(target, making)
    return making
  }

  async function make(picture: StoredPicture, target: string): Promise<void> {
    await mkdir(folder, { recursive: true })
    const partial = path.join(folder, `${randomUUID()}.part`)
    try {
      await files.withLocalPath(picture.key, (source) =>
        decoder.decode({
          kind: 'tiles',
          source,
          format: picture.format,
          frame: picture.frame ?? 0,
          side: tileSide,
          target: partial,
        }),
      )
      await rename(`${partial}_files`, target).catch(async (error: unknown) => {
        // Another process was quicker.
        if (!(await exists(target))) throw error
      })
    } finally {
      await rm(`${partial}_files`, { recursive: true, force: true })
      await rm(`${partial}.dzi`, { force: true })
    }
    limit.added(await bytesBelow(target))
    await dropOldest(folder)
  }

  return {
    async find(picture, place) {
      const columnsAndRows = gridOf(picture, place.level)
      if (place.x >= columnsAndRows.width || place.y >= columnsAndRows.height) return null
      const target = path.join(folder, `${picture.sha256}-${version}${frameOf(picture)}`)
      const isThere = await exists(target)
      asked(isThere)
      if (!isThere) await makeOnce(picture, target)
      const now = new Date()
      await utimes(target, now, now)
      const smallest = Math.ceil(Math.log2(Math.max(picture.width, picture.height)))
      return path.join(target, String(smallest - place.level), `${place.x}_${place.y}.jpeg`)
    },
  }
}

/** Number of tiles across and down a level; none beyond the level of one pixel. */
function gridOf(image: ImageSize, level: number): ImageSize {
  if (2 ** level >= 2 * Math.max(image.width, image.height)) return { width: 0, height: 0 }
  const { width, height } = levelSize(image, level)
  return { width: Math.ceil(width / tileSide), height: Math.ceil(height / tileSide) }
}

async function dropOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !name.includes('.part'))
  if (names.length <= keptPictures) return
  const used = await Promise.all(
    names.map(async (name) => {
      const target = path.join(folder, name)
      return { target, at: (await stat(target)).mtimeMs }
    }),
  )
  const oldest = used.toSorted((a, b) => a.at - b.at).slice(0, names.length - keptPictures)
  await Promise.all(oldest.map(({ target }) => rm(target, { recursive: true, force: true })))
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
