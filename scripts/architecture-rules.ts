import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { z } from 'zod'

import type { Architecture, Layer } from '../architecture.ts'

interface Place {
  readonly layer: string
  readonly rules: Layer
  /** The folder at the `*` of a closed layer. */
  readonly feature: string | undefined
}

const Manifest = z.object({ imports: z.record(z.string(), z.string()).default({}) })
const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//u.test(file)

/** Every breach of the architecture in the packages and apps of a checkout, one line each. */
export function findBreaches(root: string, architecture: Architecture): readonly string[] {
  const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const files = globSync('{packages,apps}/**/*.{ts,tsx,mts,js,mjs}', {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**', 'apps/web/public/**'],
  })
  const breaches = cyclesOf(architecture)
  for (const file of files.toSorted()) {
    const place = placeOf(file, architecture)
    if (!place) {
      breaches.push(`${file} belongs to no layer of architecture.ts`)
      continue
    }
    for (const name of importsOf(path.join(root, file))) {
      const target = targetOf(file, name, manifest.imports)
      const reason = target
        ? refusedFile({ file, name, place, target, architecture })
        : refusedModule(file, name, place)
      if (reason) breaches.push(`${file}: ${reason}`)
    }
  }
  return breaches
}

function placeOf(file: string, { layers }: Architecture): Place | undefined {
  for (const [layer, rules] of Object.entries(layers)) {
    const glob = rules.files.find((pattern) => path.matchesGlob(file, pattern))
    if (glob === undefined) continue
    const feature = rules.closed && file.split('/')[glob.split('/').indexOf('*')]
    return { layer, rules, feature: feature || undefined }
  }
  return undefined
}

/** The names of all modules that the file imports or re-exports, for values or for types. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8')
  const { module, program } = parseSync(file, source)
  const names = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((statement) =>
      statement.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start, end).replace(/^(?<quote>['"`])(?<name>.*)\k<quote>$/su, '$<name>'),
    ),
  ]
  new Visitor({
    TSImportType(type) {
      names.push(type.source.value)
    },
  }).visit(program)
  return [...new Set(names)]
}

/** The file of the checkout that an import means; undefined for npm and Node.js modules. */
function targetOf(
  file: string,
  name: string,
  imports: Readonly<Record<string, string>>,
): string | undefined {
  const [bare = name] = name.split('?')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
  for (const [pattern, target] of Object.entries(imports)) {
    const [before = '', after = ''] = pattern.split('*')
    if (!bare.startsWith(before) || !bare.endsWith(after)) continue
    const rest = bare.slice(before.length, bare.length - after.length)
    return path.posix.normalize(target.replace('*', rest))
  }
  return undefined
}

interface FileImport {
  readonly file: string
  readonly name: string
  readonly place: Place
  readonly target: string
  readonly architecture: Architecture
}

function refusedFile(use: FileImport): string | undefined {
  const { file, name, place, target, architecture } = use
  const to = placeOf(target, architecture)
  if (!to) return `imports ${target}, which belongs to no layer`
  if (
    name.startsWith('.') &&
    target.startsWith('packages/') &&
    packageOf(file) !== packageOf(target)
  ) {
    return `imports ${target} by a relative path; write #${target.replace(/^packages\//u, '').replace(/\.ts$/u, '')}`
  }
  if (to.layer === place.layer) {
    return place.feature === to.feature ? undefined : refusedFeature(use, to)
  }
  const allowed =
    place.rules.may.includes(to.layer) || (isTest(file) && to.layer === 'server testing')
  return allowed ? undefined : `${place.layer} may not import ${to.layer} (${target})`
}

function refusedFeature(
  { file, place, target, architecture }: FileImport,
  to: Place,
): string | undefined {
  const { feature = '' } = place
  const isDoor = (name: string): boolean => architecture.doors.includes(path.basename(name))
  const isServer = place.layer === 'server features'
  if (!isServer) return `feature ${feature} may not import another feature (${target})`
  if (!isDoor(target)) {
    return `feature ${feature} may import only ${architecture.doors.join(', ')} of another (${target})`
  }
  if (!isDoor(file)) return undefined
  if (to.feature && architecture.edges[feature]?.includes(to.feature)) return undefined
  return `feature ${feature} declares no edge to ${to.feature} in architecture.ts (${target})`
}

function refusedModule(file: string, name: string, { layer, rules }: Place): string | undefined {
  if (isTest(file)) return undefined
  if (isBuiltin(name)) {
    return rules.node ? undefined : `${layer} may not import modules of Node.js (${name})`
  }
  if (rules.npm === 'any') return undefined
  const npm = name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
  return rules.npm.includes(npm) ? undefined : `${layer} may not import the npm package ${npm}`
}

const packageOf = (file: string): string => file.split('/').slice(0, 2).join('/')

/** Layers and features must be orders, or "who is below whom" has no answer. */
function cyclesOf({ layers, edges }: Architecture): string[] {
  const layerEdges = Object.fromEntries(
    Object.entries(layers).map(([layer, { may }]) => [layer, may]),
  )
  return [
    ...cycles(layerEdges).map((cycle) => `architecture.ts: layers form a cycle: ${cycle}`),
    ...cycles(edges).map((cycle) => `architecture.ts: feature edges form a cycle: ${cycle}`),
  ]
}

function cycles(graph: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const found: string[] = []
  const done = new Set<string>()
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      found.push([...trail.slice(trail.indexOf(node)), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const next of graph[node] ?? []) visit(next, [...trail, node])
    done.add(node)
  }
  for (const node of Object.keys(graph)) visit(node, [])
  return found
}
