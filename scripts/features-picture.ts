import type { Architecture } from '../architecture.ts'
import { isTest, placeOf, readImports } from './architecture-rules.ts'

const layer = 'server features'

/**
 * The server's features as a Mermaid diagram, each above those that it imports. Leaves out arrows
 * that follow from others: if reviews imports analysis, which imports images, reviews needs no
 * arrow to images.
 */
export function drawFeatures(root: string, architecture: Architecture): string {
  const graph = importedFeatures(root, architecture)
  const lines = Array.from(graph, ([feature, imported]) => {
    const indirect = new Set([...imported].flatMap((each) => [...reachableFrom(each, graph)]))
    const direct = [...imported].filter((each) => !indirect.has(each))
    return direct.length === 0 ? `  ${feature}` : `  ${feature} --> ${direct.join(' & ')}`
  })
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n')
}

type FeatureGraph = ReadonlyMap<string, ReadonlySet<string>>

/** The features that each feature imports, both in their order; tests are left out. */
function importedFeatures(root: string, architecture: Architecture): FeatureGraph {
  const features = architecture.layers[layer]?.features ?? []
  const found = new Map(features.map((feature) => [feature, new Set<string>()]))
  const featureOf = (file: string): string | undefined => {
    const place = placeOf(file, architecture)
    return place?.layer === layer ? place.feature : undefined
  }
  for (const [file, imports] of readImports(root)) {
    if (isTest(file)) continue
    const own = found.get(featureOf(file) ?? '')
    for (const { target } of imports) own?.add(featureOf(target ?? '') ?? '')
  }
  const inOrder = ([feature, imported]: [string, Set<string>]) =>
    [feature, new Set(features.filter((each) => imported.has(each) && each !== feature))] as const
  return new Map([...found].map(inOrder))
}

/** All that a feature imports, directly and through others. */
function reachableFrom(feature: string, graph: FeatureGraph): ReadonlySet<string> {
  const imported = [...(graph.get(feature) ?? [])]
  return new Set(imported.flatMap((each) => [each, ...reachableFrom(each, graph)]))
}
