import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const python = '/usr/bin/python3'
const script = path.join(import.meta.dirname, 'hl7-peer.py')

/** Whether Debian's python3-hl7 is installed; reports if it is not. */
export function haveHl7Peer(): boolean {
  if (spawnSync(python, ['-c', 'import hl7.mllp']).status === 0) return true
  console.warn('SKIPPED: python3-hl7 not installed (apt-get install python3-hl7).')
  return false
}

interface KeptResult {
  readonly order: string
  readonly imageId: number
  readonly version: number
  readonly patient: string
  readonly name: string
  readonly risk: string
  readonly status: string
  /** OBX-11, each once. */
  readonly observations: readonly string[]
  /** The last message, one segment a line. */
  readonly text: string
}

export interface Hl7Receiver extends AsyncDisposable {
  readonly port: number
  /** Its content. */
  kept: () => readonly KeptResult[]
}

/** A receiver of results. */
export async function startHl7Receiver(encoding = 'utf-8'): Promise<Hl7Receiver> {
  const child = spawn(python, [script, 'receive', encoding], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const [first] = await once(lines, 'line')
  let kept: readonly KeptResult[] = []
  lines.on('line', (line: string) => (kept = JSON.parse(line) as readonly KeptResult[]))
  return {
    port: Number(first),
    kept: () => kept,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Sends a message and returns the acknowledgement. */
export async function sendHl7(port: number, message: string, encoding = 'utf-8'): Promise<string> {
  const child = spawn(python, [script, 'send', String(port), encoding], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let answer = ''
  child.stdout.on('data', (text) => (answer += String(text)))
  child.stdin.end(message)
  await once(child, 'close')
  return answer
}
