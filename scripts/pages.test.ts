import { expect, test } from 'vitest'

import { anchoredLinksOf, linksOf, missingFiles, programsOf, titleOf } from './pages.ts'

test('a page may name files by their whole path or its end, but no others', () => {
  const files = ['apps/server/src/platform/http/mount.ts', 'packages/retina/risk/risk.ts']
  const page =
    '`mount.ts` and `platform/http/mount.ts`, `retina/risk/risk.ts`, `unt.ts`, `risk/mount.ts`, `risk`'
  expect(missingFiles(page, files)).toEqual(['unt.ts', 'risk/mount.ts'])
})

test('links within the repository are checked, those to other sites and places of the page are not', () => {
  const page = '[a](docs/mics.md#states) [b](https://example.org/x) [c](#below) [d](mailto:a@b.c)'
  expect(linksOf(page)).toEqual(['docs/mics.md'])
  expect(anchoredLinksOf(page)).toEqual(['docs/mics.md#states', '#below'])
})

test('blocks of TypeScript that import something are programs, fragments are not', () => {
  const page =
    "```ts\nimport { a } from '#a'\n\na()\n```\n\ntext\n\n```ts\na()\n```\n\n```sh\nimport x\n```\n"
  expect(programsOf(page)).toEqual(["import { a } from '#a'\n\na()\n"])
})

test('the title of a page is its first heading', () => {
  expect(titleOf('text\n\n# One\n\n## Two\n\n# Three\n')).toBe('One')
  expect(titleOf('## Two\n')).toBe('')
})
