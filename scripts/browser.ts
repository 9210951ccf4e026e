import { existsSync } from 'node:fs'

import { canInstall, install, isInstalled } from './debian.ts'

/** Chromium without its own interface, which takes twice as much of the processor as the pages. */
const BROWSER = 'chromium-headless-shell'
const CHROMIUM = `/usr/bin/${BROWSER}`
const PACKAGES = [BROWSER, 'fonts-noto-cjk']

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
  const missing = PACKAGES.filter((name) => !isThere(name))
  if (missing.length > 0) installAll(missing)
  return CHROMIUM
}

function isThere(name: string): boolean {
  return (name === BROWSER && existsSync(CHROMIUM)) || isInstalled(name)
}

function installAll(names: readonly string[]): void {
  const byHand =
    `The browser tests need Chromium and a Korean font. On Debian: apt-get install ${names.join(' ')}. ` +
    'Elsewhere install them as is usual there and set CHROMIUM_PATH to the program.'
  if (!canInstall()) throw new Error(byHand)
  console.log(`\nInstalling ${names.join(' and ')} for the browser tests …`)
  if (!install(names)) throw new Error(`apt-get failed (the reason is above). ${byHand}`)
}
