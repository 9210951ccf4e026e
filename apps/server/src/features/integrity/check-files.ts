import type { StoredReference } from '../../platform/backup/make-backup.ts'
import type { FileStore } from '../../platform/files/file-store.ts'

export interface FileFinding {
  readonly kind: 'missing' | 'damaged'
  readonly path: string
}

/** Reads each file that rows refer to and compares its digest, if the rows have one. */
export async function* checkFiles(
  files: FileStore,
  references: readonly StoredReference[],
): AsyncGenerator<FileFinding> {
  for (const { path, sha256 } of references) {
    const isThere = await files.has(path)
    if (!isThere) yield { kind: 'missing', path }
    const isDamaged =
      isThere && sha256 !== null && !(await files.isSound(path, Buffer.from(sha256, 'hex'), 'anew'))
    if (isDamaged) yield { kind: 'damaged', path }
  }
}
