import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly size: number
  readonly modifiedAt: Date
}

/** A file below a folder, or a folder there whose entries cannot be read. */
export interface FoundPath {
  /** Relative to the folder, with '/'. */
  readonly path: string
  readonly isReadable: boolean
}

/** Where originals, pictures of results and exports are kept. Keys are relative paths with '/'. */
export interface FileStore {
  /** Stores the file at `source` under the key, whole or not at all, on disk when it resolves. */
  put(key: string, source: string): Promise<void>
  read(key: string): Promise<{ content: Readable; size: number }>
  /**
   * Whether the file has the content of this SHA-256. `known` answers by what is known of a file that
   * has the size and times that it had when it was last read, and reads it only otherwise; `glance`
   * never reads it, and believes what is not known; `anew` always reads it.
   * @throws where there is no file
   */
  isSound(key: string, sha256: Buffer, how?: 'known' | 'glance' | 'anew'): Promise<boolean>
  has(key: string): Promise<boolean>
  /** Undefined where there is no file; a folder or a link is none. */
  find(key: string): Promise<StoredFile | undefined>
  /**
   * The files below a folder, always in the same order, beginning behind the path `after`. Hidden
   * files and folders and links are left out; what is no folder has no files.
   */
  walk(folder: string, after?: string | null): AsyncGenerator<FoundPath>
  /** Removes the file, or everything below a folder; no error where there is nothing. */
  remove(key: string): Promise<void>
  /** A path at which a program can read the content, for as long as `work` runs. */
  withLocalPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
}
