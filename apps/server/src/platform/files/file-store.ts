import type { Readable } from 'node:stream'

/** Where originals, pictures of results and exports are kept. Keys are relative paths with '/'. */
export interface FileStore {
  /** Stores the file at `source` under the key, whole or not at all, on disk when it resolves. */
  put(key: string, source: string): Promise<void>
  read(key: string): Promise<{ content: Readable; size: number }>
  has(key: string): Promise<boolean>
  /** Removes the file, or everything below a folder; no error where there is nothing. */
  remove(key: string): Promise<void>
  /** A path at which a program can read the content, for as long as `work` runs. */
  withLocalPath<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
}
