import path from 'node:path'

import type { Rolldown } from 'vite'

/** Sentences of reports, a file for each language. */
const reportWords = /[\\/]report[\\/]words[\\/]/
/** Texts of pages and messages, which are fetched by language. */
const texts = /[\\/]i18n[\\/](?:en|ko)\b|[\\/]contract[\\/]messages[\\/]/

const shared = { minShareCount: 2 } as const

/**
 * How the code is cut into files: the sign-in page is one, each screen is one, and what screens share is
 * one for each layer. A layer imports only those above it in this list, so that files never wait for each
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
      { name: 'shared', test: (id) => !texts.test(id), priority: 1, ...shared },
    ],
  },
}
