import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Plugin } from 'vite'

const name = 'virtual:mantine-styles'
const id = `\0${name}`
const sheetOf = (sheet: string) => `import '@mantine/core/styles/${sheet}.layer.css'`

/** The module with the class names of a component, which every use of the component imports. */
const classNames = /\/@mantine\/core\/esm\/.+\/(\w+)\.module\.mjs$/

/**
 * The style sheets of the Mantine components that are used, each beside the code of its component. The
 * page imports `virtual:mantine-styles` for those that every page needs; while developing, that
 * module has all of them, because Vite then bundles Mantine beforehand.
 */
export function mantineStyles(): Plugin {
  let isBuild = false
  return {
    name: 'mantine-styles',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (source) => (source === name ? id : undefined),
    load(module) {
      if (module !== id) return undefined
      return isBuild
        ? ['baseline', 'global'].map(sheetOf).join('\n')
        : `import '@mantine/core/styles.layer.css'`
    },
    transform: {
      filter: { id: classNames },
      handler(code, module) {
        if (!isBuild) return undefined
        return { code: `${sheetsFor(module).map(sheetOf).join('\n')}\n${code}`, map: null }
      },
    },
  }
}

/**
 * The sheets that the component with these class names needs: those of the components that it is made
 * of, and its own as the last, because of two equal rules the later one counts.
 */
export function sheetsFor(classNamesModule: string): string[] {
  const sheets: string[] = []
  const visited = new Set<string>()
  const visit = (folder: string): void => {
    if (visited.has(folder)) return
    visited.add(folder)
    for (const part of foldersImportedBy(folder)) visit(part)
    sheets.push(...sheetsIn(folder))
  }
  visit(path.dirname(classNamesModule))
  return sheets
}

const modulesIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.mjs'))

function sheetsIn(folder: string): string[] {
  return modulesIn(folder).flatMap((file) => /^(\w+)\.module\.mjs$/.exec(file)?.[1] ?? [])
}

const imports = new Map<string, string[]>()

/** Each folder is read once, though most components are made of the same few. */
function foldersImportedBy(folder: string): string[] {
  const known = imports.get(folder) ?? readImports(folder)
  imports.set(folder, known)
  return known
}

function readImports(folder: string): string[] {
  const files = modulesIn(folder).map((file) => path.join(folder, file))
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/ from "(\.[^"]+)"/g)].map(([, target = '']) =>
      path.dirname(path.resolve(folder, target)),
    ),
  )
  return [...new Set(imported)]
}
