import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { z } from 'zod'

import type { Architecture, Layer } from '../architecture.ts'

interface Place {
  readonly layer: string
  readonly rules: Layer
  /** The folder at the `*` of a layer with features. */
  readonly feature: string | undefined
}

const Manifest = z.object({ imports: z.record(z.string(), z.string()).default({}) })
export const isTest = (file: string): boolean => /\.test\.tsx?$|\/testing\//u.test(file)

/** Every breach of the architecture in the packages and apps of a checkout, one line each. */
export function findBreaches(root: string, architecture: Architecture): readonly string[] {
  const graph = readImports(root)
  const breaches = cyclesOfLayers(architecture)
  for (const [file, imports] of graph) {
    const place = placeOf(file, architecture)
    if (!place) {
      breaches.push(`${file} belongs to no layer of architecture.ts`)
      continue
    }
    if (isUnlisted(place)) {
      breaches.push(`${file}: feature ${place.feature} has no place in the order of features`)
      continue
    }
    for (const { name, target } of imports) {
      const reason = target
        ? refusedFile({ file, name, place, target, architecture })
        : refusedModule(file, name, place)
      if (reason) breaches.push(`${file}: ${reason}`)
    }
  }
  return [...breaches, ...cyclesOfFiles(graph)]
}

/** An import by its name, with the file of the checkout that it means. */
interface Import {
  readonly name: string
  /** Undefined for npm and Node.js modules. */
  readonly target: string | undefined
}

/** The imports of each source file of the packages and apps, for values and for types. */
type ImportGraph = ReadonlyMap<string, readonly Import[]>

export function readImports(root: string): ImportGraph {
  const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const files = globSync('{packages,apps}/**/*.{ts,tsx,mts,js,mjs}', {
    cwd: root,
    exclude: ['**/dist/**', '**/node_modules/**', 'apps/web/public/**'],
  })
  const importsIn = (file: string): Import[] =>
    importsOf(path.join(root, file)).map((name) => ({
      name,
      target: targetOf(file, name, manifest.imports),
    }))
  return new Map(files.toSorted().map((file) => [file, importsIn(file)]))
}

/** The layer and the feature of a file; undefined if it is in no layer. */
export function placeOf(file: string, { layers }: Architecture): Place | undefined {
  for (const [layer, rules] of Object.entries(layers)) {
    const glob = rules.files.find((pattern) => path.matchesGlob(file, pattern))
    if (glob === undefined) continue
    const feature = rules.features && file.split('/')[glob.split('/').indexOf('*')]
    return { layer, rules, feature }
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
    // A test starts the whole server, so the order of features does not bind it.
    return isTest(file) ? undefined : refusedFeature(place, to, target)
  }
  const allowed =
    place.rules.may.includes(to.layer) || (isTest(file) && to.layer === 'server testing')
  return allowed ? undefined : `${place.layer} may not import ${to.layer} (${target})`
}

function refusedFeature(place: Place, to: Place, target: string): string | undefined {
  const { rules, feature } = place
  if (feature === to.feature) return undefined
  if (rules.apart) return `feature ${feature} may not import another feature (${target})`
  const rank = ({ feature: name = '' }: Place): number => rules.features?.indexOf(name) ?? 0
  return rank(to) < rank(place)
    ? undefined
    : `feature ${feature} may not import ${to.feature}, which comes after it (${target})`
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

/** Layers must be an order, or "who is below whom" has no answer. */
function cyclesOfLayers({ layers }: Architecture): string[] {
  const graph = Object.fromEntries(Object.entries(layers).map(([layer, { may }]) => [layer, may]))
  return cycles(graph).map((cycle) => `architecture.ts: layers form a cycle: ${cycle}`)
}

/** Files that import one another, also for types alone, cannot be understood one by one. */
function cyclesOfFiles(graph: ImportGraph): readonly string[] {
  const targets = Array.from(
    graph,
    ([file, imports]) => [file, imports.flatMap(({ target }) => target ?? [])] as const,
  )
  return cycles(Object.fromEntries(targets)).map((cycle) => `files form a cycle: ${cycle}`)
}

function isUnlisted({ rules: { features }, feature = '' }: Place): boolean {
  return features !== undefined && !features.includes(feature)
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
