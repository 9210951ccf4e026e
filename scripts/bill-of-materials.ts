import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { licensedPackages } from '../apps/web/build/licences.ts'

const Component = z.looseObject({
  name: z.string(),
  version: z.string(),
  scope: z.enum(['required', 'optional', 'excluded']).optional(),
})
const Bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(Component),
})
type Bill = z.infer<typeof Bill>

/**
 * The packages of the lock file with versions, digests and licences, in CycloneDX: required are those
 * delivered here, optional those delivered on other platforms, and excluded those that only build and test
 * Fovea. npm does not know that the web app's packages are not installed on a server. `root` is a checkout
 * whose packages are installed.
 */
export function billOfMaterials(root: string): Bill {
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const { stdout, status, stderr } = npm([...options, '--package-lock-only'], root)
  if (status !== 0) throw new Error(`npm cannot make a bill of materials: ${stderr}`)
  const bill = Bill.parse(JSON.parse(stdout))
  const delivered = new Set(licensedPackages(root).map(({ name, version }) => `${name}@${version}`))
  for (const component of bill.components) component.scope = scopeOf(component, delivered)
  // npm takes the folder's name for the product's.
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  bill.metadata.component.name = z.object({ name: z.string() }).parse(manifest).name
  return bill
}

function scopeOf(component: z.infer<typeof Component>, delivered: ReadonlySet<string>) {
  if (delivered.has(`${component.name}@${component.version}`)) return 'required'
  const { properties } = component
  const isTool = JSON.stringify(properties ?? []).includes('cdx:npm:package:development')
  return isTool ? 'excluded' : 'optional'
}

/** The npm that started this script is the one that works on this machine. */
function npm(options: readonly string[], cwd: string) {
  const given = { cwd, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  const started = process.env['npm_execpath']
  return started?.endsWith('npm-cli.js') === true
    ? spawnSync(process.execPath, [started, ...options], given)
    : spawnSync('npm', options, { ...given, shell: process.platform === 'win32' })
}
