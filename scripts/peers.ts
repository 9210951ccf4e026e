import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'

import { z } from 'zod'

import { canInstall, install, isInstalled } from './debian.ts'

const PACKAGES = [
  'dcmtk',
  'dicom3tools',
  'libgdcm-tools',
  'mypy',
  'openssl',
  'orthanc',
  'orthanc-dicomweb',
  'pgbouncer',
  'poppler-utils',
  'python3-hl7',
  'python3-httpx',
  'python3-pandas',
  'python3-pil',
  'python3-pydicom',
  'swift-account',
  'swift-container',
  'swift-object',
  'swift-proxy',
]
/**
 * Peers from npm, with lock files of their own: some are larger than all packages of the product, so
 * install them for tests only.
 */
const NPM_PEERS = [
  'tests/api-client',
  'tests/fhir-peers',
  'tests/format-peers',
  'tests/oidc-peer',
  'tests/parquet-peer',
]
/** A DICOMweb viewer, built: 50 MB without all that it was built from, which `npm ci` would bring. */
const VIEWER = '@ohif/app@3.13.2'
const VIEWER_FOLDER = `.cache/${VIEWER.replace('@', '').replace('/', '-')}`

/** Installs the peers of the tests if possible; otherwise those tests are skipped. */
export function installPeers(): void {
  for (const folder of NPM_PEERS) installNpmPeer(folder)
  installViewer()
  const missing = PACKAGES.filter((name) => !isInstalled(name))
  if (missing.length === 0 || !canInstall()) return
  console.log(`\nInstalling ${missing.join(' and ')} for the tests …`)
  if (!install(missing)) console.log('That failed: the tests with these peers are skipped.')
}

function installNpmPeer(folder: string): void {
  const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
  const installed = 'node_modules/.package-lock.json'
  if (existsSync(`${folder}/${installed}`) && isSame(read('package-lock.json'), read(installed)))
    return
  console.log(`\nInstalling the peers in ${folder} …`)
  const isDone = npm(['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])
  if (!isDone) console.log('That failed: the tests with these peers are skipped.')
}

function installViewer(): void {
  if (existsSync(`${VIEWER_FOLDER}/package/dist/index.html`)) return
  console.log('\nFetching the OHIF viewer for the tests …')
  mkdirSync(VIEWER_FOLDER, { recursive: true })
  const isDone =
    npm(['pack', VIEWER, '--silent', '--pack-destination', VIEWER_FOLDER]) &&
    readdirSync(VIEWER_FOLDER)
      .filter((name) => name.endsWith('.tgz'))
      .every((name) => spawnSync('tar', ['xzf', name], { cwd: VIEWER_FOLDER }).status === 0)
  if (!isDone) console.log('That failed: the test with the OHIF viewer is skipped.')
}

/** Whether npm could do it. */
function npm(args: readonly string[]): boolean {
  const program = process.env['npm_execpath']
  const quietly = [...args, '--loglevel=error']
  const { status } = program?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [program, ...quietly], { stdio: 'inherit' })
    : spawnSync('npm', quietly, { stdio: 'inherit', shell: true })
  return status === 0
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

/** npm's record of installed packages has the form of the lock file, except for the project itself. */
function isSame(lock: unknown, installed: unknown): boolean {
  return versionsOf(lock) === versionsOf(installed)
}

function versionsOf(file: unknown): string {
  const packages = Object.entries(Lock.parse(file).packages)
  return JSON.stringify(
    packages.filter(([name]) => name !== '').map(([name, { version }]) => [name, version]),
  )
}
