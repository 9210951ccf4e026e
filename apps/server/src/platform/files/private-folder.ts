import { chmod, lstat, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

import { log } from '../log.ts'

/** Group and others may do nothing. */
const ownerOnly = 0o077
/** Others may do nothing. */
const ownerAndGroup = 0o007
/** Others may pass, but not list: the embedded database runs under an account of its own. */
const passable = 0o711

interface Access {
  /** The group keeps its access to `datasets/`, into which the operator puts files for scans. */
  readonly groupMayAddFiles: boolean
}

/**
 * Makes this process and its children create files and folders for their owner only, and for their group if
 * it may add files.
 */
export function createPrivately({ groupMayAddFiles }: Access): void {
  process.umask(groupMayAddFiles ? ownerAndGroup : ownerOnly)
}

/**
 * Creates the data folder and closes it to other accounts. Top-level entries are closed before this returns;
 * entries below that earlier versions left open are closed in the background, until disposed of. Leaves the
 * database's folder alone, because its own account owns it, and all files of other accounts; the log states
 * how many.
 */
export async function openPrivateFolder(root: string, access: Access): Promise<AsyncDisposable> {
  await mkdir(root, { recursive: true })
  await change(root, passable)
  const open: { folder: string; mask: number }[] = []
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isSymbolicLink() || entry.name === 'database') continue
    const inside = path.join(root, entry.name)
    const isShared = access.groupMayAddFiles && entry.name === 'datasets'
    const mask = isShared ? ownerAndGroup : ownerOnly
    const wasOpen = (await close(inside, mask)) === 'closed'
    if (wasOpen && entry.isDirectory()) open.push({ folder: inside, mask })
  }
  const stopping = new AbortController()
  const closing = closeAll(open, stopping.signal)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await closing
    },
  }
}

async function closeAll(
  open: readonly { folder: string; mask: number }[],
  until: AbortSignal,
): Promise<void> {
  let foreign = 0
  for (const { folder, mask } of open) foreign += await closeBelow(folder, mask, until)
  if (foreign > 0) log.warn('files of other accounts are left as they are', { files: foreign })
}

/** @returns how many files and folders could not be closed */
async function closeBelow(folder: string, mask: number, until: AbortSignal): Promise<number> {
  let foreign = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (until.aborted) return foreign
    if (entry.isSymbolicLink()) continue
    const inside = path.join(folder, entry.name)
    if ((await close(inside, mask)) === 'foreign') foreign += 1
    if (entry.isDirectory()) foreign += await closeBelow(inside, mask, until)
  }
  return foreign
}

/** Removes the permissions in the mask. A file that no longer exists counts as private. */
async function close(file: string, mask: number): Promise<'private' | 'closed' | 'foreign'> {
  const status = await lstat(file).catch(() => undefined)
  if (status === undefined || (status.mode & mask) === 0) return 'private'
  return (await change(file, status.mode & 0o7777 & ~mask)) ? 'closed' : 'foreign'
}

/** Whether the mode could be set: other accounts' files and some network shares refuse it. */
function change(file: string, mode: number): Promise<boolean> {
  return chmod(file, mode).then(
    () => true,
    () => false,
  )
}
