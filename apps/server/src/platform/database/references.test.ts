import { expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/test-database.ts'
import { withClient } from './database.ts'

test('deleting an image, an annotation, an analysis or a task reads no whole table that refers to it', async () => {
  await using database = await createTestDatabase()
  const { rows } = await withClient(database.owner, (client) =>
    client.query<{ reference: string }>(`
      select format('%s (%s)', conrelid::regclass, attname) as reference
      from pg_constraint
      join pg_class on pg_class.oid = conrelid and relkind = 'r'
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid in
          ('image'::regclass, 'annotation'::regclass, 'analysis'::regclass, 'task'::regclass)
        and not exists (
          select from pg_index where indrelid = conrelid and indkey[0] = conkey[1]
            and (indpred is null
              or pg_get_expr(indpred, indrelid) = format('(%s IS NOT NULL)', attname)))`),
  )
  expect(rows).toEqual([])
})
