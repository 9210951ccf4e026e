import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import {
  licensedPackages,
  namesOfTheBrowser,
  namesOfTheServer,
} from '../apps/web/build/licences.ts'

const Component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  scope: z.enum(['required', 'optional', 'excluded']).optional(),
})
const Bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
type Bill = z.infer<typeof Bill>

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      peerDependenciesMeta: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

/**
 * The packages of the lock file with versions, digests and licences, in CycloneDX: required are those
 * delivered here, optional those delivered on other platforms, and excluded those that only build and test
 * Fovea. npm does not know which packages the browser and the server take. `root` is a checkout whose
 * packages are installed.
 */
export function billOfMaterials(root: string): Bill {
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout, status, stderr } = npm([...options, '--package-lock-only'], root)
  if (status !== 0) throw new Error(`npm cannot make a bill of materials: ${stderr}`)
  const bill = Bill.parse(JSON.parse(stdout))
  const delivered = new Set(licensedPackages(root).map(({ name, version }) => `${name}@${version}`))
  const reached = reachedFrom(
    bill,
    root,
    new Set([...namesOfTheBrowser(root), ...namesOfTheServer(root)]),
  )
  for (const component of bill.components) {
    const isHere = delivered.has(`${component.name}@${component.version}`)
    const elsewhere = reached.has(component['bom-ref']) ? 'optional' : 'excluded'
    component.scope = isHere ? 'required' : elsewhere
  }
  // npm takes the folder's name for the product's.
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  bill.metadata.component.name = z.object({ name: z.string() }).parse(manifest).name
  return bill
}

/** The packages of these names and all that they need, on any platform, by reference. */
function reachedFrom({ components, dependencies }: Bill, root: string, names: ReadonlySet<string>) {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const nameOf = new Map(components.map((each) => [each['bom-ref'], each.name]))
  const peers = optionalPeers(root)
  const reached = new Set<string>()
  const visit = (ref: string): void => {
    if (reached.has(ref)) return
    reached.add(ref)
    const others = peers.get(ref)
    for (const next of needs.get(ref) ?? []) {
      if (others?.has(nameOf.get(next) ?? '') !== true) visit(next)
    }
  }
  for (const each of components) if (names.has(each.name)) visit(each['bom-ref'])
  return reached
}

/**
 * Names of the packages that a package can work with but does not need, such as a compiler that checks
 * its types. npm lists them among its needs if they are installed.
 */
function optionalPeers(root: string): Map<string, Set<string>> {
  const lock = LockFile.parse(
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  )
  return new Map(
    Object.entries(lock.packages).map(([folder, { version, peerDependenciesMeta = {} }]) => [
      `${folder.split('node_modules/').at(-1)}@${version}`,
      new Set(Object.keys(peerDependenciesMeta)),
    ]),
  )
}

/** The npm that started this script is the one that works on this machine. */
function npm(options: readonly string[], cwd: string) {
  const given = { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  const started = process.env['npm_execpath']
  return started?.endsWith('npm-cli.js') === true
    ? spawnSync(process.execPath, [started, ...options], given)
    : spawnSync('npm', options, { ...given, shell: process.platform === 'win32' })
}
