import type { Readable } from 'node:stream'

/** The folders of a store; everything else in a data folder belongs to the machine or the database. */
export const storedFolders: readonly string[] = [
  'datasets',
  'results',
  'exports',
  'imports',
  'documents',
  'arrivals',
]

interface BytePart {
  readonly start: number
  readonly end: number
}

export interface StoredFile {
  readonly size: number
  readonly modifiedAt: Date
}

/** A file below a folder, or a folder there whose entries cannot be read. */
export interface FoundPath {
  /** Relative to the folder, with '/'. */
  readonly path: string
  readonly isReadable: boolean
  /** Undefined if the listing does not say. */
  readonly stored?: StoredFile
}

/** Stores originals, pictures of results and exports, on disk or in a bucket. Keys are relative paths with '/'. */
export interface FileStore {
  /** Stores the file at `source` under the key, whole or not at all, durable when it resolves. */
  put(key: string, source: string): Promise<void>
  /** `part` reads only these bytes, counted from 0, with the last. */
  read(key: string, part?: BytePart): Promise<{ content: Readable; size: number }>
  /**
   * Whether the file has the content of this SHA-256. `known` reads the file only if its size or times have
   * changed since it was last read; `glance` never reads it, and trusts files that it has not seen; `anew`
   * always reads it. In a bucket, `known` and `glance` compare the digest that `put` stored with the object;
   * an object without one, which somebody else put there, is treated as on disk.
   * @throws if the file does not exist
   */
  isSound(key: string, sha256: Buffer, how?: 'known' | 'glance' | 'anew'): Promise<boolean>
  has(key: string): Promise<boolean>
  /** Undefined if the file does not exist; folders and links are not files. */
  find(key: string): Promise<StoredFile | undefined>
  /**
   * Yields the files below a folder, always in the same order, starting after the path `after`. Skips hidden
   * files and folders, and links; yields nothing if the path is not a folder.
   */
  walk(folder: string, after?: string | null): AsyncGenerator<FoundPath>
  /** Removes the file, or everything below a folder; no error if it does not exist. */
  remove(key: string): Promise<void>
  /** A path at which a program can read the content, for as long as `work` runs. */
  withLocalPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** @throws if the store does not answer now */
  check(): Promise<void>
}
