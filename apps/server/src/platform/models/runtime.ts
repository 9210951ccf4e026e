import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'

import type { ModelAnswer, ModelRequest } from './model-messages.ts'

/** The runtime could not do it. */
export class RuntimeError extends Error {
  /** `runtime`: none works on this machine. `late` and `died`: the process was given up. */
  readonly by: 'runtime' | 'network' | 'late' | 'died'
  constructor(by: RuntimeError['by'], why: string) {
    super(why)
    this.name = 'RuntimeError'
    this.by = by
  }
}

type Wanted = Exclude<ModelAnswer, { kind: 'failed' }>

/** Runs networks in a process of its own, one at a time. */
export interface Runtime extends AsyncDisposable {
  /** @throws {RuntimeError}, and the signal's reason. */
  ask(request: ModelRequest, signal?: AbortSignal): Promise<Wanted>
}

const usualMs = 60_000

/** @param limitMs after which a computation is ended. */
export function openRuntime(limitMs: number = usualMs): Runtime {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** The process, started where there is none or the last one has ended. */
  function start(): ChildProcess {
    if (child !== undefined && child.exitCode === null && !child.killed) return child
    child = fork(path.join(import.meta.dirname, 'model-process.ts'), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    return child
  }

  async function askNow(request: ModelRequest, signal?: AbortSignal): Promise<Wanted> {
    signal?.throwIfAborted()
    const answer = await converse(start(), request, { limitMs, ...(signal && { signal }) })
    if (answer.kind === 'failed') throw new RuntimeError(answer.by, answer.why)
    return answer
  }

  return {
    ask(request, signal) {
      const mine = last.then(() => askNow(request, signal))
      last = mine.catch(() => undefined)
      return mine
    },
    async [Symbol.asyncDispose]() {
      child?.kill('SIGKILL')
      await Promise.resolve()
    },
  }
}

/** One request and its answer; a process that is late, or not wanted any more, is killed. */
function converse(
  child: ChildProcess,
  request: ModelRequest,
  { limitMs, signal }: { limitMs: number; signal?: AbortSignal },
): Promise<ModelAnswer> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      signal?.removeEventListener('abort', onAbort)
      child.channel?.unref()
    }
    const giveUp = (error: unknown): void => {
      end()
      child.kill('SIGKILL')
      reject(error)
    }
    const onMessage = (answer: unknown): void => {
      end()
      resolve(answer as ModelAnswer)
    }
    const onExit = (): void => giveUp(new RuntimeError('died', 'Its process ended unexpectedly.'))
    const onAbort = (): void => giveUp(signal?.reason)
    const late = `It took longer than ${limitMs / 1000} seconds.`
    const timer = setTimeout(() => giveUp(new RuntimeError('late', late)), limitMs)
    child.on('message', onMessage)
    child.on('exit', onExit)
    signal?.addEventListener('abort', onAbort)
    child.channel?.ref()
    child.send(request, (error) => {
      if (error !== null) onExit()
    })
  })
}
