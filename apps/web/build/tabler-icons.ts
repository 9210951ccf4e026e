import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { Plugin } from 'vite'
import { z } from 'zod'

const prefix = 'virtual:icon/'
const component = fileURLToPath(new URL('../src/ui/icon.tsx', import.meta.url))
const IconSet = z.object({ icons: z.record(z.string(), z.object({ body: z.string() })) })

/**
 * Modules named `virtual:icon/NAME`, each with a component that draws this icon of Tabler's. All 6,000 come in
 * one JSON file: Tabler's own package for React has 18,000 files, two fifths of all that would be
 * installed.
 */
export function tablerIcons(): Plugin {
  const bodies = readBodies()
  return {
    name: 'tabler-icons',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      return { code: iconModule(id.slice(prefix.length + 1), bodies), moduleSideEffects: false }
    },
  }
}

function readBodies(): ReadonlyMap<string, string> {
  const file = fileURLToPath(import.meta.resolve('@iconify-json/tabler/icons.json'))
  const { icons } = IconSet.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(icons).map(([name, { body }]) => [name, body]))
}

function iconModule(name: string, bodies: ReadonlyMap<string, string>): string {
  const body = bodies.get(name)
  if (body === undefined) throw new Error(`Tabler has no icon named ${name}.`)
  return [
    `import { icon } from ${JSON.stringify(component)}`,
    `export default icon(${JSON.stringify(shapeOf(body))})`,
  ].join('\n')
}

/** The paths of an icon, from its SVG. Lines have the width and colour that the component sets. */
function shapeOf(svg: string) {
  const paths = [...svg.matchAll(/<path([^>]*)>/g)].map(([, attributes = '']) => ({
    d: / d="([^"]*)"/.exec(attributes)?.[1],
    isFilled: attributes.includes('fill="currentColor"'),
  }))
  return { paths, isOutlined: svg.includes('stroke="currentColor"') }
}
