import { fork, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { english, message, type Message } from '#contract/messages/message'

import type { DecodeAnswer, Decoded, DecodeRequest } from './decode-messages.ts'

/** Reads images in processes of their own, with limits on time and memory. */
export interface Decoder extends AsyncDisposable {
  /** @throws {UndecodableImage} with a message for the user. */
  decode(request: DecodeRequest): Promise<Decoded>
}

export class UndecodableImage extends Error {
  readonly reason: 'unusable' | 'too_large' | 'unsupported'
  readonly told: Message
  constructor(reason: UndecodableImage['reason'], told: Message) {
    super(english(told))
    this.name = 'UndecodableImage'
    this.reason = reason
    this.told = told
  }
}

const limits = { ms: 30_000, bytes: 1_600_000_000, jobs: 1000, watchMs: 200 }

interface Worker {
  child: ChildProcess
  jobs: number
}

function startWorker(): Worker {
  const child = fork(path.join(import.meta.dirname, 'decode-process.ts'), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=512'],
  })
  child.unref()
  child.channel?.unref()
  return { child, jobs: 0 }
}

/** @param size how many files are decoded at the same time. */
export function openDecoder(size: number): Decoder {
  const idle: Worker[] = []
  const waiting: ((worker: Worker) => void)[] = []
  let running = 0

  function take(): Promise<Worker> {
    const worker = idle.pop() ?? (running < size ? startWorker() : undefined)
    if (worker === undefined) return new Promise((resolve) => waiting.push(resolve))
    running += 1
    return Promise.resolve(worker)
  }

  function giveBack(worker: Worker): void {
    const isSpent =
      worker.jobs >= limits.jobs || worker.child.exitCode !== null || worker.child.killed
    if (isSpent) worker.child.kill('SIGKILL')
    const next = waiting.shift()
    if (next !== undefined) {
      next(isSpent ? startWorker() : worker)
      return
    }
    running -= 1
    if (!isSpent) idle.push(worker)
  }

  return {
    async decode(request) {
      const worker = await take()
      try {
        worker.jobs += 1
        const answer = await ask(worker.child, request)
        if (!answer.ok) throw new UndecodableImage(answer.reason, answer.told)
        return answer.decoded
      } finally {
        giveBack(worker)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of idle) child.kill('SIGKILL')
      await Promise.resolve()
    },
  }
}

/** One request to one process; a process that takes too long or too much is killed. */
function ask(child: ChildProcess, request: DecodeRequest): Promise<DecodeAnswer> {
  return new Promise((resolve) => {
    const end = (answer: DecodeAnswer, kill: boolean): void => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.channel?.unref()
      if (kill) child.kill('SIGKILL')
      resolve(answer)
    }
    const refuse = (told: Message): void => end({ ok: false, reason: 'unusable', told }, true)
    const onMessage = (answer: unknown): void => end(answer as DecodeAnswer, false)
    const refuseHungry = async (pid: number | undefined): Promise<void> => {
      if ((await residentBytes(pid)) > limits.bytes) {
        refuse(message('files.needsMemory'))
      }
    }
    const onExit = (): void => refuse(message('files.decodingFailed'))
    const timer = setTimeout(() => refuse(message('files.decodingTookLong')), limits.ms)
    const watch = setInterval(() => {
      void refuseHungry(child.pid)
    }, limits.watchMs)
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.channel?.ref()
    child.send(request, (error) => {
      if (error !== null) onExit()
    })
  })
}

/** Memory that a process holds; 0 where the system does not tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}
