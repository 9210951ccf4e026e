import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { searchInstances } from '#contract/dicomweb'

import { startApp } from '../../testing/start-app.ts'

test('a search with more results than one answer holds warns, and names the next offset', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  await given.image(kim, dataset)
  await sql`
    insert into image (dataset_id, file_name, media_type, size, sha256, width, height,
      study_uid, series_uid, instance_uid, created_at)
    select dataset_id, 'copy ' || n, media_type, size, sha256(n::text::bytea),
      width, height, '1.2.3', '1.2.3.4', '1.2.3.4.' || n, created_at
    from image, generate_series(1, 1000) as n`.execute(db)
  const ask = async (numbers: Record<string, number>) => {
    const query = Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, String(n)]))
    const answer = await kim.call(searchInstances, { params: { id: dataset.id }, query })
    return { found: JSON.parse(answer.bytes.toString()).length, warning: answer.headers['warning'] }
  }
  expect(await ask({})).toMatchObject({ found: 1000, warning: expect.stringMatching(/^299 http/) })
  expect(await ask({ limit: 5000 })).toMatchObject({
    found: 1000,
    warning: expect.stringContaining('Additional results can be requested'),
  })
  expect(await ask({ limit: 10 })).toEqual({ found: 10, warning: undefined })
  expect(await ask({ offset: 1000 })).toEqual({ found: 1, warning: undefined })
})
