import path from 'node:path'

import type { Rolldown } from 'vite'

type ModuleGraph = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Sentences of reports, a file for each language. */
const reportWords = /[\\/]report[\\/]words[\\/]/
/** Texts of pages and messages, which are fetched by language. */
const texts = /[\\/]i18n[\\/](?:en|ko)\b|[\\/]contract[\\/]messages[\\/]/

const shared = { minShareCount: 2 } as const

const source = (file: string) => path.resolve(import.meta.dirname, '../src', file)
/** The screen whose weight counts most, because people open it for one photograph after the other, with its frame. */
const annotator = ['routes.tsx', 'screens/signed-in.tsx', 'screens/annotate.tsx'].map(source)

/** Whether the annotator imports a module, also by way of others. */
function isOfAnnotator(id: string, graph: ModuleGraph): boolean {
  const found = new Set(annotator)
  for (const each of found) {
    for (const next of graph.getModuleInfo(each)?.importedIds ?? []) found.add(next)
  }
  return found.has(id)
}

/**
 * How the code is cut into files: the sign-in page is one, each screen is one, and what screens share is
 * one for each layer; the part of it that the annotator does not need is a file of its own. A layer imports only those above it in this list, so that files never wait for each
 * other in a circle. Smaller files would save bytes, but cost a request each.
 */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      { name: 'start', tags: ['$initial'], priority: 5 },
      {
        name: (id) => `words-${path.basename(id, '.ts')}`,
        debugName: 'words',
        test: reportWords,
        priority: 4,
      },
      { name: 'libraries', test: /[\\/]node_modules[\\/]/, priority: 3, ...shared },
      {
        name: 'packages',
        test: /[\\/]packages[\\/](?!contract[\\/]messages[\\/])/,
        priority: 2,
        ...shared,
      },
      {
        name: (id, graph) => (isOfAnnotator(id, graph) ? 'shared' : null),
        debugName: 'shared',
        test: (id) => !texts.test(id),
        priority: 1,
        ...shared,
      },
      { name: 'pages', test: (id) => !texts.test(id), priority: 0, ...shared },
    ],
  },
}
