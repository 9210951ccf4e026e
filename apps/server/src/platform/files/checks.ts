import type { FileStore } from './file-store.ts'

/** What a store knows of a file. */
interface Source {
  /** Differs whenever the content may differ. @throws if the file does not exist */
  readonly entryOf: (file: string) => Promise<string>
  readonly hashOf: (file: string) => Promise<Buffer>
}

/** A file's entry when its bytes were read, and their digest. */
interface Check {
  readonly entry: string
  readonly sha256: Buffer
}

/** Maximum number of files remembered; the least recently used are dropped and read again. */
const mostChecks = 50_000

/** Remembers the digests of files, so that a file is read again only if its entry has changed. */
export function openChecks({ entryOf, hashOf }: Source) {
  const known = new Map<string, Check>()
  const reading = new Map<string, Promise<Check>>()

  function remember(file: string, check: Check): void {
    known.delete(file)
    known.set(file, check)
    const [oldest] = known.keys()
    if (known.size > mostChecks && oldest !== undefined) known.delete(oldest)
  }

  async function read(file: string): Promise<Check> {
    // Read the entry before the bytes: a change in between is then noticed next time.
    const check = { entry: await entryOf(file), sha256: await hashOf(file) }
    remember(file, check)
    return check
  }

  function readOnce(file: string): Promise<Check> {
    const running = reading.get(file) ?? read(file).finally(() => reading.delete(file))
    reading.set(file, running)
    return running
  }

  return {
    async isSound(
      file: string,
      sha256: Buffer,
      how: NonNullable<Parameters<FileStore['isSound']>[2]>,
    ): Promise<boolean> {
      const check = how === 'anew' ? undefined : known.get(file)
      const isCurrent = check !== undefined && check.entry === (await entryOf(file))
      if (check === undefined && how === 'glance') return true
      const { sha256: found } = isCurrent ? check : await readOnce(file)
      return found.equals(sha256)
    },
  }
}
