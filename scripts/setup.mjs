// Prepares a checkout: installs the packages of the lock file that build and run Fovea, with --tools
// also those that check and test it, and with --web builds the web app. Does nothing if nothing
// changed. Plain JavaScript without packages, because it runs before they are installed, on any Node.js.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { prunePackages } from './prune-packages.mjs'

const OLDEST_NODE = 20
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  stop(`Fovea needs Node.js ${OLDEST_NODE} or later to start; this is ${process.version}.`)
}
const packages = hash(['package-lock.json'], process.platform, process.arch)
const finishInstallation = installPackages()
// Reading uses one core. The build, which uses all, starts after the packages are pruned.
const reading = process.argv.includes('--web') ? readSources() : undefined
finishInstallation?.()
if (process.argv.includes('--web')) await Promise.all([buildWebApp(), reading])

/** Returns the rest of the work if packages were installed: it does not disturb programs that use them. */
function installPackages() {
  const stamp = 'node_modules/.fovea-installed'
  const [installed, tools] = read(stamp)?.split(' ') ?? []
  const wantsTools = process.argv.includes('--tools') || tools === 'tools'
  const isCurrent = installed === packages
  if (isCurrent && (!wantsTools || tools === 'tools')) return undefined
  console.log(isCurrent ? 'Installing the tools of development …' : 'Installing packages …')
  // Tools are added to what is installed, because Fovea may be running on it.
  const options = isCurrent ? ['install', '--no-save'] : ['ci']
  options.push(
    '--ignore-scripts',
    wantsTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
  )
  options.push('--no-audit', '--no-fund', '--loglevel=error')
  if (runNpm(options) !== 0) {
    stop(
      'The packages could not be installed (the reason is above). The first start needs the npm ' +
        'registry: check the network, and the proxy and registry settings of npm. Then run the ' +
        'same command again.',
    )
  }
  return () => {
    prunePackages('node_modules')
    writeFileSync(stamp, wantsTools ? `${packages} tools` : packages)
  }
}

/** The npm that started this script is the one that works on this machine. */
function runNpm(options) {
  const npm = process.env['npm_execpath']
  const { status } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...options], { stdio: 'inherit' })
    : spawnSync('npm', options, { stdio: 'inherit', shell: process.platform === 'win32' })
  return status
}

async function buildWebApp() {
  const stamp = '.cache/web-build'
  const inputs = ['package.json', ...filesUnder('apps/web'), ...filesUnder('packages')]
  const state = hash(inputs, packages)
  if (read(stamp) === state && existsSync('apps/web/dist/index.html')) return
  console.log('Building the web app …')
  rmSync(stamp, { force: true })
  const vite = ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']
  const status = await statusOf(vite, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    stop(
      'The web app could not be built (the reason is above). If you changed nothing in apps/web or ' +
        'packages, delete node_modules and run the same command again.',
    )
  }
  mkdirSync('.cache', { recursive: true })
  writeFileSync(stamp, state)
}

/** Reads the server's sources ahead; if that fails, the server reads them itself. */
async function readSources() {
  const stamp = '.cache/sources-read'
  const state = hash([...filesUnder('apps/server/src'), ...filesUnder('packages')], packages)
  if (read(stamp) === state) return
  await statusOf(['scripts/read-sources.ts'], { stdio: 'ignore' })
  mkdirSync('.cache', { recursive: true })
  writeFileSync(stamp, state)
}

/**
 * The exit status of a script of the installed Node.js.
 * @param {string[]} script
 * @param {import('node:child_process').SpawnOptions} options
 */
async function statusOf(script, options) {
  const [status] = await once(
    spawn(process.execPath, ['scripts/launch.mjs', ...script], options),
    'exit',
  )
  return status
}

/** The files that end up in the web app; tests and the build itself do not. */
function filesUnder(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/u.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  const built = path.join('apps', 'web', 'dist') + path.sep
  return names.filter((name) => !name.startsWith(built)).toSorted()
}

function hash(files, ...more) {
  const digest = createHash('sha256')
  for (const file of files) digest.update(`${file}\0`).update(readFileSync(file)).update('\0')
  for (const text of more) digest.update(`${text}\0`)
  return digest.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function stop(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
