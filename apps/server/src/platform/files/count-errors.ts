import type { FileStore } from './file-store.ts'
import { isNotThere } from './walk-folder.ts'

/** The store, telling of operations that fail for other reasons than a missing file. */
export function countErrors(store: FileStore, failed: (operation: string) => void): FileStore {
  const watch = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!isNotThere(error)) failed(operation)
      throw error
    }
  }
  return {
    ...store,
    put: (key, source) => watch('put', store.put(key, source)),
    async read(key, start) {
      const found = await watch('read', store.read(key, start))
      found.content.once('error', () => failed('read'))
      return found
    },
    isSound: (key, sha256, how) => watch('check', store.isSound(key, sha256, how)),
    find: (key) => watch('find', store.find(key)),
    remove: (key) => watch('remove', store.remove(key)),
  }
}
