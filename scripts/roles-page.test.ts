import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { allRights, includes, standings } from '#contract/roles'

import { roles } from '../apps/web/src/i18n/en/roles.ts'

const page = path.resolve(import.meta.dirname, '../docs/roles.md')

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

test('the page on roles has the table of rights', () => {
  const table = [
    row(['', ...standings.map((standing) => roles.names[standing])]),
    row(['---', ...standings.map(() => ':---:')]),
    ...allRights.map((right) =>
      row([
        roles.rights[right],
        ...standings.map((standing) => (includes(right, [standing]) ? 'yes' : '–')),
      ]),
    ),
  ]
  expect(readFileSync(page, 'utf8')).toContain(table.join('\n'))
})
