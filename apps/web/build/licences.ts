import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

/** Somebody else's package that Fovea is delivered with. */
export interface LicensedPackage {
  name: string
  version: string
  /** As SPDX writes it, for example 'MIT'. */
  licence: string
  /** Whether it is sent to the browser, whether it runs on the server. */
  browser: boolean
  server: boolean
  /** What its licence and notice files say. */
  text: string
}

/** Licence texts of packages that come without one. */
const missingTexts: Record<string, string> = {
  '@iconify-json/tabler': 'licence-texts/tabler-icons.txt',
}

/** Packages that the build makes modules of, so that no source imports them by name. */
const builtIn = ['@iconify-json/tabler']

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})
type Manifest = z.infer<typeof Manifest>

/**
 * The packages that are sent to the browser or run on the server, those that they need included,
 * by name. `root` is the folder of a checkout whose packages are installed.
 */
export function licensedPackages(root: string): LicensedPackage[] {
  const browser = needed(root, namesOfTheBrowser(root))
  const server = needed(root, namesOfTheServer(root))
  const packages = [...new Set([...browser, ...server])].map((folder) => ({
    ...describe(folder),
    browser: browser.has(folder),
    server: server.has(folder),
  }))
  // One version may lie in several folders.
  const distinct = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
  return [...distinct.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  )
}

/** The packages of which the browser gets a part, without those that they need. */
export function namesOfTheBrowser(root: string): string[] {
  return [...namesImportedBy(root, '{apps/web/src,packages}'), ...builtIn]
}

/** The packages that the server takes at run time, without those that they need. */
export function namesOfTheServer(root: string): string[] {
  const programs = Object.keys(readManifest(root).optionalDependencies)
  return [...namesImportedBy(root, '{apps/server/src,packages}'), ...programs]
}

function runtimeNeeds(manifest: Manifest): Record<string, string> {
  return { ...manifest.dependencies, ...manifest.optionalDependencies }
}

function readManifest(folder: string): Manifest {
  return Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')))
}

/** The folders of the packages and of all that they need. What this machine lacks is left out. */
function needed(from: string, names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (asker: string, name: string): void => {
    const folder = installedFolder(asker, name)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    for (const next of Object.keys(runtimeNeeds(readManifest(folder)))) visit(folder, next)
  }
  for (const name of names) visit(from, name)
  return found
}

/** Where Node.js would find the package: in the nearest node_modules above the one that asks. */
function installedFolder(asker: string, name: string): string | undefined {
  const folder = path.join(asker, 'node_modules', name)
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(asker)
  return above === asker ? undefined : installedFolder(above, name)
}

function describe(folder: string): Pick<LicensedPackage, 'name' | 'version' | 'licence' | 'text'> {
  const { name, version, license } = readManifest(folder)
  const licence = typeof license === 'object' ? license.type : license
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/iu.test(file))
  const places = files.toSorted().map((file) => path.join(folder, file))
  const missing = missingTexts[name]
  if (missing !== undefined) places.push(path.join(import.meta.dirname, missing))
  const texts = places.map((place) => readFileSync(place, 'utf8').trim())
  return { name, version, licence: licence ?? 'not stated', text: texts.join('\n\n') }
}

/** The npm packages that the sources in these folders, a glob pattern, take at run time. */
function namesImportedBy(root: string, folders: string): string[] {
  const files = globSync(`${folders}/**/*.{ts,tsx,js}`, {
    cwd: root,
    exclude: ['**/*.test.*', '**/testing/**'],
  })
  return [...new Set(files.flatMap((file) => importedNames(path.join(root, file))))]
}

/**
 * Statements that take something from a module: by name, or only its effects. A regular expression,
 * because parsing a thousand files would take a tenth of the build.
 */
const statements =
  /^(?:import\s+|(?:import|export)\s+(?!type\s)(?<taken>[^'"=]*?)\s+from\s+)['"](?<name>[^'"]+)['"]/gmu
const calls = /\bimport(?:\.meta\.resolve)?\(\s*['"](?<name>[^'"]+)['"]/gu
const onlyTypes = /^\{(?:\s*type\s[^,}]+,?)+\s*\}$/u

function importedNames(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const taking = [...source.matchAll(statements)].filter(
    ({ groups }) => !onlyTypes.test(groups?.['taken'] ?? ''),
  )
  return [...taking, ...source.matchAll(calls)]
    .map(({ groups }) => groups?.['name'] ?? '')
    .filter((name) => /^[@a-z]/u.test(name) && !name.includes(':'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
}
