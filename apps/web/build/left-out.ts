import type { Plugin } from 'vite'

/**
 * Modules of libraries that reach every browser, since others refer to them, but never run there: the
 * conversion of schemas to JSON Schema, by which only the server describes its calls; their compilation,
 * which `schemas-without-eval.ts` switches off; and Mantine's <style> elements, which `app.tsx` does.
 */
const leftOut =
  /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema|doc)\.js$|\/MantineProvider\/(?:MantineCssVariables\/MantineCssVariables|MantineClasses\/MantineClasses)\.mjs$/

/** Zod's own sentences: the web app shows those of the contract. Without them, all are "Invalid input". */
const sentences = /\/zod\/v4\/locales\/en\.js$/

/** Names of Mantine's components for React's developer tools, a line for each. */
const components = /\/@mantine\/.+\.mjs$/
const componentName = /^\s*\w+\.displayName = .+;$/gm

/** A module of Node.js that a library imports if it runs there. */
const nodeModule = 'module'
/** The library for networks, and where it would look for its program if none were given to it. */
const networks = /\/onnxruntime-web\/dist\/.+\.mjs$/
const ownProgram = 'new URL("ort-wasm-simd-threaded.wasm",import.meta.url)'

/** Code of libraries that no browser runs, and which the build would warn of. */
export function unusedWays(): Plugin {
  return {
    name: 'unused-ways',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === nodeModule ? `\0${nodeModule}` : undefined),
    load: (id) => (id === `\0${nodeModule}` ? 'export {}' : undefined),
    transform: {
      filter: { id: networks },
      handler: (code) => ({
        code: code.replaceAll(ownProgram, 'new URL(import.meta.url)'),
        map: null,
      }),
    },
  }
}

/**
 * Replaces the exports of these modules by a function that throws, or that has no sentences, and
 * leaves the names of components out.
 */
export function leftOutModules(): Plugin {
  return {
    name: 'left-out-modules',
    apply: 'build',
    transform: {
      filter: { id: [leftOut, sentences, components] },
      handler: (code, id) => ({ code: shortened(code, id), map: null }),
    },
  }
}

function shortened(code: string, id: string): string {
  if (sentences.test(id)) return 'export default () => ({})'
  if (leftOut.test(id)) return refusing(code)
  return code.replaceAll(componentName, '')
}

function refusing(code: string): string {
  const declared = [...code.matchAll(/^export (?:function|const|class) (\w+)/gm)]
  const listed = [...code.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, names = '']) => [
    ...names.matchAll(/(\w+)(?=\s*(?:,|$))/g),
  ])
  const names = [...declared, ...listed].map(([, name]) => name)
  return [
    `const refuse = () => { throw new Error('This part of the library was left out.') }`,
    `export { ${names.map((name) => `refuse as ${name}`).join(', ')} }`,
  ].join('\n')
}
