import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Why a helper process did not answer. */
export class HelperEnded extends Error {
  /** `late` and `hungry`: it was ended for its time or its memory. */
  readonly by: 'died' | 'late' | 'hungry'
  /** It ended through its own fault (a crash or exit), not by a signal from outside. */
  readonly isCrash: boolean
  constructor(by: HelperEnded['by'], why: string, isCrash = false) {
    super(why)
    this.name = 'HelperEnded'
    this.by = by
    this.isCrash = isCrash
  }
}

/** A program in its own process, which answers one request after the other. */
export interface HelperProcess<Request, Answer> extends Disposable {
  /** False from the moment it has ended or was ended, for whatever reason. */
  readonly isAlive: boolean
  readonly pid: number | undefined
  /** Number of requests it was given. */
  readonly asked: number
  /** @throws {HelperEnded}, and the signal's reason. */
  ask(request: Request, limits?: AskLimits): Promise<Answer>
}

interface AskLimits {
  /** Timeout after which the process is killed. */
  readonly ms?: number
  /** Ends the process when it aborts. */
  readonly signal?: AbortSignal | undefined
}

export interface HelperOptions {
  /** Arguments for Node.js. */
  readonly execArgv?: readonly string[]
  /** Maximum memory in bytes; a process that holds more is ended. Absent: no limit. */
  readonly bytes?: number
}

/** Margin of the system's limit above ours, for code, stacks and reserved memory. */
const dataMargin = 1_000_000_000
const watchMs = 200
/** OOM score adjustment, -1000 to 1000: if memory runs out, the kernel kills helpers first. */
const oomScore = '900'
/** Signals that a process causes itself. */
const ownSignals: ReadonlySet<string> = new Set([
  'SIGSEGV',
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
  'SIGSYS',
])

interface Waiting<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Starts a program that answers its parent (answer-parent.ts). It does not keep this process alive.
 */
export function startHelper<Request extends object, Answer>(
  program: string,
  { execArgv = [], bytes }: HelperOptions = {},
): HelperProcess<Request, Answer> {
  const child = forkLimited(program, execArgv, bytes)
  const waiting: Waiting<Answer>[] = []
  let ended: HelperEnded | undefined
  let asked = 0

  const end = (why: HelperEnded): void => {
    if (ended !== undefined) return
    ended = why
    clearInterval(watch)
    child.kill('SIGKILL')
    for (const each of waiting.splice(0)) each.reject(ended)
  }
  const died = (why: string, isCrash = false): void => end(new HelperEnded('died', why, isCrash))
  child.on('message', (answer) => {
    waiting.shift()?.resolve(answer as Answer)
    if (waiting.length === 0) child.channel?.unref()
  })
  child.on('error', (error) => died(`Its process failed: ${error.message}`))
  child.on('exit', (code, signal) => {
    const isCrash = signal === null ? code !== 0 : ownSignals.has(signal)
    died(`Its process ended unexpectedly (${signal ?? `exit code ${code}`}).`, isCrash)
  })
  const endHungry = async (most: number): Promise<void> => {
    const held = await residentBytes(child.pid)
    if (held > most) end(new HelperEnded('hungry', `It held ${held} bytes of memory.`))
  }
  const watch = setInterval(() => {
    if (bytes !== undefined && waiting.length > 0) void endHungry(bytes)
  }, watchMs)
  watch.unref()

  return {
    get isAlive() {
      return ended === undefined
    },
    pid: child.pid,
    get asked() {
      return asked
    },
    async ask(request, { ms, signal } = {}) {
      signal?.throwIfAborted()
      if (ended !== undefined) throw ended
      asked += 1
      const answer = Promise.withResolvers<Answer>()
      waiting.push(answer)
      const late = (): void =>
        end(new HelperEnded('late', `It took longer than ${(ms ?? 0) / 1000} seconds.`))
      const timer = ms === undefined ? undefined : setTimeout(late, ms)
      const onAbort = (): void => {
        answer.reject(signal?.reason)
        died('Its work was given up.')
      }
      signal?.addEventListener('abort', onAbort)
      child.channel?.ref()
      // If the channel is closed already, `exit` follows with the reason.
      child.send(request, () => undefined)
      try {
        return await answer.promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
    [Symbol.dispose]: () => died('Its work was given up.'),
  }
}

const prlimit = '/usr/bin/prlimit'

/**
 * If util-linux is installed, the system refuses the process memory beyond its limit, however fast it
 * allocates; otherwise only the watch ends it.
 */
function forkLimited(program: string, execArgv: readonly string[], bytes?: number): ChildProcess {
  const isLimited = bytes !== undefined && existsSync(prlimit)
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(isLimited
      ? {
          execPath: prlimit,
          execArgv: [
            `--data=${bytes + dataMargin}`,
            '--core=0',
            '--',
            process.execPath,
            ...execArgv,
          ],
        }
      : { execArgv: [...execArgv] }),
  })
  child.unref()
  child.channel?.unref()
  preferAsVictim(child.pid)
  return child
}

function preferAsVictim(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, oomScore)
  } catch {
    // Not Linux, or already gone.
  }
}

/** Resident memory of a process, in bytes; 0 if the system does not report it. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
