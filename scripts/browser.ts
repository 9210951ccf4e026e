import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CHROMIUM = '/usr/bin/chromium'
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/**
 * The Chromium that the browser tests use: CHROMIUM_PATH, or Debian's, which is installed when it
 * is absent, together with the fonts of the Korean interface.
 */
export function browserForTests(): string {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names a file that does not exist: ${chosen}`)
  }
  const missing = PACKAGES.filter((name) => !isInstalled(name))
  if (missing.length > 0) install(missing)
  return CHROMIUM
}

function isInstalled(name: string): boolean {
  if (name === 'chromium' && existsSync(CHROMIUM)) return true
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name])
  return String(stdout) === 'installed'
}

function install(names: readonly string[]): void {
  const byHand =
    `The browser tests need Chromium and a Korean font. On Debian: apt-get install ${names.join(' ')}. ` +
    'Elsewhere install them as is usual there and set CHROMIUM_PATH to the program.'
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new Error(byHand)
  console.log(`\nInstalling ${names.join(' and ')} for the browser tests …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', ['--quiet=2', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
      .status === 0
  const installed =
    aptGet('update') && aptGet('install', '--yes', '--no-install-recommends', ...names)
  if (!installed) throw new Error(`apt-get failed (the reason is above). ${byHand}`)
}
