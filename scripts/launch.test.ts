import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

const launcher = path.join(import.meta.dirname, 'launch.mjs')

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fovea-launch-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Starts the command and gives its output line by line. */
function start(command: string, ...args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, nextLine: async () => (await lines.next()).value }
}

async function script(source: string): Promise<string> {
  const file = path.join(folder, 'script.ts')
  await writeFile(file, source)
  return file
}

const WAITING = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit(7) })
  setInterval(() => {}, 1000)
  console.log('started' as string)`

test('the script runs on the Node.js of the packages, types and all, in its own PATH too', async () => {
  const source = await script(`
    import { execFileSync } from 'node:child_process'
    const inPath: string = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()
    console.log(Number.parseInt(process.versions.node) >= 24 && inPath === process.version)`)
  expect(await start(process.execPath, launcher, source).nextLine()).toBe('true')
})

test('a signal reaches the script, and its exit code comes back', async () => {
  const { child, nextLine } = start(process.execPath, launcher, await script(WAITING))
  expect(await nextLine()).toBe('started')
  child.kill('SIGTERM')
  expect(await nextLine()).toBe('asked to stop')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('the script is stopped when the process that started the launcher is killed', async () => {
  const command = `"$0" "$1" "$2"; exit`
  const shell = start('sh', '-c', command, process.execPath, launcher, await script(WAITING))
  expect(await shell.nextLine()).toBe('started')
  shell.child.kill('SIGKILL')
  expect(await shell.nextLine()).toBe('asked to stop')
})

test('and when the parent of that is killed, as npm behind its shell', async () => {
  const command = `sh -c '"$0" "$1" "$2"; exit' "$0" "$1" "$2"; exit`
  const npm = start('sh', '-c', command, process.execPath, launcher, await script(WAITING))
  expect(await npm.nextLine()).toBe('started')
  npm.child.kill('SIGKILL')
  expect(await npm.nextLine()).toBe('asked to stop')
})

test('from the second start on, no thread runs WebAssembly to read its sources', async () => {
  const file = await script(`
    import { isMainThread, parentPort, Worker } from 'node:worker_threads'
    const loaded: readonly string[] = process.moduleLoadList
    if (isMainThread) new Worker(import.meta.filename).on('message', console.log)
    else parentPort?.postMessage(loaded.some((name: string) => name.includes('amaro')))
  `)
  const first = start(process.execPath, launcher, file)
  expect(await first.nextLine()).toBe('true')
  await once(first.child, 'exit')
  expect(await start(process.execPath, launcher, file).nextLine()).toBe('false')
})
