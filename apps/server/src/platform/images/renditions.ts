import { access, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'

import { renditionWidths } from '#contract/images'

import { noLimit, type CacheLimit } from '../files/cache-limit.ts'
import type { FileStore } from '../files/file-store.ts'
import type { ImageSize, PictureView, Rendition } from './decode-messages.ts'
import type { Decoder } from './decoder.ts'
import { frameOf, type StoredPicture } from './stored-picture.ts'
import { openTiles, type TilePlace } from './tiles.ts'

/** Increase if renditions are made differently, so that old ones are not served. */
const version = 2

const mediaTypes = { webp: 'image/webp', jpeg: 'image/jpeg', png: 'image/png' } as const

/** Pictures for the browser in place of the original: made on first request, then kept. */
export interface Renditions {
  /** @param width in pixels; null for the picture's own */
  find(picture: StoredPicture, width: number | null): Promise<RenditionFile>
  /** Makes the smallest one in the background, because a list will request it next. */
  prepare(picture: StoredPicture): void
  /** The picture at full size, lossless and without the original's metadata. */
  asPng(picture: StoredPicture): Promise<RenditionFile>
  /** The picture with display settings; made for each request. */
  view(picture: StoredPicture, as: 'jpeg' | 'png', view: PictureView): Promise<Buffer>
  /** A small JPEG, for clients without WebP. */
  thumbnail(picture: StoredPicture): Promise<RenditionFile>
  /** Removes everything that was made of the file with this SHA-256, in hexadecimal. */
  forget(sha256: string): Promise<void>
  /** A tile of the picture; null if it has none at that place. */
  tile(picture: StoredPicture & ImageSize, place: TilePlace): Promise<RenditionFile | null>
}

export interface RenditionFile {
  readonly path: string
  readonly mediaType: string
  readonly etag: string
}

export type AskedPicture = (cache: 'renditions' | 'tiles', isThere: boolean) => void

export function openRenditions(options: {
  folder: string
  files: FileStore
  decoder: Decoder
  limit?: CacheLimit
  /** Told of each picture that is asked for, and whether it had been made before. */
  asked?: AskedPicture
}): Renditions {
  const { folder, files, decoder, limit = noLimit, asked } = options
  const inProgress = new Map<string, Promise<void>>()
  const folderOfTiles = path.join(folder, 'tiles')
  const tiles = openTiles({
    folder: folderOfTiles,
    files,
    decoder,
    limit,
    asked: (isThere) => asked?.('tiles', isThere),
  })

  async function make(
    picture: StoredPicture,
    width: number | null,
    as: Rendition,
  ): Promise<RenditionFile> {
    const size = width === null ? 'full' : `w${width}`
    const name = `${picture.sha256}-${version}-${size}${frameOf(picture)}.${as}`
    const target = path.join(folder, picture.sha256.slice(0, 2), name)
    const running = inProgress.get(name) ?? makeOnce(picture, { width, as, target })
    inProgress.set(name, running)
    try {
      await running
    } finally {
      inProgress.delete(name)
    }
    return { path: target, mediaType: mediaTypes[as], etag: name }
  }

  async function makeOnce(
    picture: StoredPicture,
    wanted: { width: number | null; as: Rendition; target: string },
  ): Promise<void> {
    const { target } = wanted
    const isThere = await exists(target)
    asked?.('renditions', isThere)
    if (isThere) return limit.used(target)
    await mkdir(path.dirname(target), { recursive: true })
    const partial = `${target}.${randomUUID()}.part`
    try {
      await render(picture, { ...wanted, target: partial })
      await rename(partial, target)
      limit.added((await stat(target)).size)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  async function render(
    { key, format, frame = 0 }: StoredPicture,
    wanted: { width: number | null; as: Rendition; target: string; view?: PictureView },
  ): Promise<void> {
    await files.withLocalPath(key, (source) =>
      decoder.decode({ kind: 'render', source, format, frame, ...wanted }),
    )
  }

  async function view(
    picture: StoredPicture,
    as: 'jpeg' | 'png',
    seen: PictureView,
  ): Promise<Buffer> {
    await mkdir(folder, { recursive: true })
    const target = path.join(folder, `${randomUUID()}.part`)
    try {
      await render(picture, { width: null, as, target, view: seen })
      return await readFile(target)
    } finally {
      await rm(target, { force: true })
    }
  }

  const [thumbnailWidth] = renditionWidths
  function find(picture: StoredPicture, width: number | null): Promise<RenditionFile> {
    const known = width === null ? undefined : renditionWidths.find((each) => each >= width)
    return make(picture, known ?? null, known === thumbnailWidth ? 'webp' : 'jpeg')
  }

  return {
    find,
    prepare(picture) {
      // Errors reach the caller who requests the rendition.
      find(picture, thumbnailWidth).catch(() => undefined)
    },
    asPng: (picture) => make(picture, null, 'png'),
    view,
    async forget(sha256) {
      const ofPictures = path.join(folder, sha256.slice(0, 2))
      for (const parent of [ofPictures, folderOfTiles])
        await removeBeginningWith(parent, `${sha256}-`)
    },
    thumbnail: (picture) => make(picture, thumbnailWidth, 'jpeg'),
    async tile(picture, place) {
      const file = await tiles.find(picture, place)
      if (file === null) return null
      const etag = `${picture.sha256}-${path.relative(folder, file)}`
      return { path: file, mediaType: mediaTypes.jpeg, etag }
    },
  }
}

async function removeBeginningWith(parent: string, beginning: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const made = names.filter((name) => name.startsWith(beginning))
  for (const name of made) await rm(path.join(parent, name), { recursive: true, force: true })
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
