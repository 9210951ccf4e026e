import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { languages, pictures } from './pictures.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = 'docs/pictures'

test('every picture of the README and the handbook is drawn, in the language of its page', () => {
  const shown = globSync(['README*.md', 'docs/*.md', 'docs/ko/*.md'], { cwd: root }).flatMap(
    (page) => {
      const language = page.startsWith('docs/ko/') || page.endsWith('.ko.md') ? 'ko' : 'en'
      const text = readFileSync(path.join(root, page), 'utf8')
      const files = text.matchAll(/!\[[^\]]{6,}\]\((?:\.\.\/|docs\/)?pictures\/([^)]+)\)/g)
      return Array.from(files, ([, file]) => ({ page, language, file }))
    },
  )
  const drawn = new Set(
    Object.keys(pictures).flatMap((name) => languages.map((each) => `${name}-${each}.webp`)),
  )
  const wrong = shown.filter(({ language, file = '' }) => !file.endsWith(`-${language}.webp`))
  expect(wrong).toEqual([])
  const files = globSync('*', { cwd: path.join(root, folder) })
  expect(new Set(files)).toEqual(drawn)
  expect(new Set(shown.map(({ file }) => file))).toEqual(drawn)
})
