import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** Fovea as installed by a newcomer: cloned, and started by the command of its README. */
export interface Installation extends AsyncDisposable {
  readonly address: string
  /** The clone. */
  readonly folder: string
  readonly readme: string
  /** The README's command that started it. */
  readonly command: string
}

/** Milliseconds for an orderly end, of which the server takes 12 seconds at most. */
const graceMs = 20_000

const checkout = path.resolve(import.meta.dirname, '../..')

/**
 * Clones the committed state of this checkout, and starts it with an empty cache of npm.
 * @param interrupted ends the command, whatever it is doing
 */
export async function install(interrupted: AbortSignal): Promise<Installation> {
  await using resources = new AsyncDisposableStack()
  const empty = await mkdtemp(path.join(tmpdir(), 'fovea-newcomer-'))
  resources.defer(() => rm(empty, { recursive: true, force: true, maxRetries: 3 }))
  // The embedded database runs under another account if this one is root.
  await chmod(empty, 0o755)
  const folder = path.join(empty, 'fovea')
  execFileSync('git', ['clone', '--quiet', checkout, folder])
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8')
  const command = firstCommand(readme)
  const server = spawn(command, {
    cwd: folder,
    shell: true,
    // A process group, so that the packages' installation ends too if the command is interrupted.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      npm_config_cache: path.join(empty, 'npm-cache'),
      // Free ports: another Fovea may be running.
      PORT: '0',
      DICOM_PORT: '0',
    },
  })
  // Its output closes with the last process of the group.
  const ended = once(server, 'close')
  const end = async (): Promise<void> => {
    signalGroup(server, 'SIGTERM')
    // npm may go on with an installation.
    const kill = setTimeout(() => signalGroup(server, 'SIGKILL'), graceMs)
    await ended
    clearTimeout(kill)
  }
  const endAtOnce = (): void => void end()
  interrupted.addEventListener('abort', endAtOnce)
  resources.defer(() => {
    interrupted.removeEventListener('abort', endAtOnce)
    return end()
  })
  const address = await addressIn(server.stdout)
  const installed = resources.move()
  return {
    address,
    folder,
    readme,
    command,
    [Symbol.asyncDispose]: () => installed.disposeAsync(),
  }
}

function signalGroup({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The first command of the first block of shell commands. */
function firstCommand(readme: string): string {
  const command = /^```sh\n(?<command>[^#\n]+)/mu.exec(readme)?.groups?.['command']
  if (command === undefined) throw new Error('README.md has no block of shell commands.')
  return command.trim()
}

/** The address that the server prints once it is ready; the rest of its output is read on. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(output)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  lines.on('line', (line) => {
    const address = /open (http:\S+)/u.exec(line)?.[1]
    if (address !== undefined) resolve(address)
  })
  lines.on('close', () => reject(new Error('The command of README.md ended without an address.')))
  return promise
}
