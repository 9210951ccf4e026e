import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { z } from 'zod'

import { canInstall, install, isInstalled } from './debian.ts'

const PACKAGES = [
  'dcmtk',
  'dicom3tools',
  'libgdcm-tools',
  'openssl',
  'orthanc',
  'orthanc-dicomweb',
  'poppler-utils',
  'python3-hl7',
  'python3-pydicom',
]
const FHIR_PEERS = 'tests/fhir-peers'

/** Installs the peers of the tests where that is possible; elsewhere those tests are skipped. */
export function installPeers(): void {
  installFhirPeers()
  const missing = PACKAGES.filter((name) => !isInstalled(name))
  if (missing.length === 0 || !canInstall()) return
  console.log(`\nInstalling ${missing.join(' and ')} for the tests …`)
  if (!install(missing)) console.log('That failed: the tests with these peers are skipped.')
}

/** They are larger than all that the product needs, so nobody gets them who runs no tests. */
function installFhirPeers(): void {
  const read = (file: string): unknown => JSON.parse(readFileSync(`${FHIR_PEERS}/${file}`, 'utf8'))
  const installed = 'node_modules/.package-lock.json'
  if (
    existsSync(`${FHIR_PEERS}/${installed}`) &&
    isSame(read('package-lock.json'), read(installed))
  )
    return
  console.log('\nInstalling the FHIR peers for the tests …')
  const options = ['ci', '--prefix', FHIR_PEERS, '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env['npm_execpath']
  const { status } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...options, '--loglevel=error'], { stdio: 'inherit' })
    : spawnSync('npm', [...options, '--loglevel=error'], { stdio: 'inherit', shell: true })
  if (status !== 0) console.log('That failed: the tests with FHIR peers are skipped.')
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})

/** What npm has installed is written as the lock file is, but for the project itself. */
function isSame(lock: unknown, installed: unknown): boolean {
  return versionsOf(lock) === versionsOf(installed)
}

function versionsOf(file: unknown): string {
  const packages = Object.entries(Lock.parse(file).packages)
  return JSON.stringify(
    packages.filter(([name]) => name !== '').map(([name, { version }]) => [name, version]),
  )
}
