import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { doubleParticle, glossary } from '../apps/web/src/i18n/korean-glossary.ts'

const root = path.resolve(import.meta.dirname, '..')

test.each(globSync('docs/ko/*.md', { cwd: root }))('%s has the words of the screens', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8')
  for (const [, variants] of glossary) expect(text).not.toMatch(variants)
  expect(text).not.toMatch(doubleParticle)
})
