import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'

import type { Db } from '../../../platform/database/database.ts'
import type { Account } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'

async function withImages(images: readonly { name: string; folder?: string }[]) {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  for (const image of images) await given.image(kim, dataset, image)
  return { kim, dataset, db }
}

async function list(kim: Account, dataset: { id: number }, query: object) {
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
  return { ...body, names: body.images.map((image) => image.path) }
}

/** Names of the images before and after one in the list of those with a category. */
async function beside(kim: Account, db: Db, name: string, category: number) {
  const rows = await db.selectFrom('image').select(['id', 'file_name']).execute()
  const nameOf = (id: number | null) => rows.find((row) => row.id === id)?.file_name ?? null
  const id = rows.find((row) => row.file_name === name)?.id ?? 0
  const query = { category_ids__in: String(category) }
  const { previous, next } = (await kim.call(getAnnotatorData, { params: { id }, query })).body
    .image
  return [nameOf(previous), nameOf(next)]
}

test('a folder has its own images and those below it, and not those of a folder with the same prefix', async () => {
  const folders = ['a', 'a b', 'a-b', 'a/c', 'a/c/d', 'a/c-d', 'a0', 'b/x', 'v 10', 'v 9']
  const { kim, dataset } = await withImages(
    folders
      .map((folder, i) => ({ name: `${i}.png`, folder }))
      .concat({ name: 'top.png', folder: '' }),
  )
  const top = await list(kim, dataset, {})
  expect(top.subdirectories.toSorted()).toEqual(['a', 'a b', 'a-b', 'a0', 'b', 'v 10', 'v 9'])
  expect(top.subdirectories.slice(-2)).toEqual(['v 9', 'v 10'])
  const a = await list(kim, dataset, { folder: 'a' })
  expect(a.names.toSorted()).toEqual(['a/0.png', 'a/c-d/5.png', 'a/c/3.png', 'a/c/d/4.png'])
  expect(a.subdirectories.toSorted()).toEqual(['c', 'c-d'])
  expect((await list(kim, dataset, { folder: 'a/c' })).subdirectories).toEqual(['d'])
  expect((await list(kim, dataset, { folder: 'b' })).subdirectories).toEqual(['x'])
  expect((await list(kim, dataset, { folder: 'a_' })).names).toEqual([])
})

test('pages join without a gap, from the first to the last, in both directions', async () => {
  const names = Array.from({ length: 11 }, (_, i) => `eye ${i + 1}.png`)
  const { kim, dataset } = await withImages(names.map((name) => ({ name })))
  for (const [order, expected] of [
    ['file_name', names],
    ['-file_name', names.toReversed()],
  ] as const) {
    const pages = []
    for (let page = 1; page <= 4; page++) {
      pages.push(...(await list(kim, dataset, { order, page, limit: 3 })).names)
    }
    expect(pages).toEqual(expected)
  }
})

test('a text in a name is found in either case, with its characters taken literally', async () => {
  const { kim, dataset } = await withImages([
    { name: 'ÉTÉ_1.png' },
    { name: 'été 2.png'.normalize('NFD') },
    { name: 'other.png' },
  ])
  const find = async (text: string) =>
    (await list(kim, dataset, { file_name__icontains: text })).names
      .map((name) => name.normalize())
      .toSorted()
  expect(await find('Été')).toEqual(['ÉTÉ_1.png', 'été 2.png'])
  expect(await find('ÉT'.normalize('NFD'))).toHaveLength(2)
  expect(await find('é_')).toEqual(['ÉTÉ_1.png'])
  expect(await find('%')).toEqual([])
})

test('a category of few or many images, by annotation or as a whole, finds the same images', async () => {
  const { kim, dataset, db } = await withImages([])
  const [one = 0] = dataset.categoryIds
  await sql`
    insert into image (dataset_id, file_name, sha256, size, media_type, width, height)
    select ${dataset.id}, 'eye ' || n, sha256(n::text::bytea), 1, 'image/png', 9, 9
    from generate_series(1, 5200) as n`.execute(db)
  const annotate = (most: number) =>
    sql`
      insert into annotation (image_id, category_id, geometry, area, box_x, box_y, box_width,
        box_height, created_at, updated_at)
      select id, ${one}, '\\x0100', 1, 0, 0, 0, 0, now(), now() from image, generate_series(1, 2)
      where dataset_id = ${dataset.id} and name_key <= natural_key('eye ' || ${most}::integer)`.execute(
      db,
    )
  const lastWithCategory = sql`
    insert into image_category (image_id, category_id)
    select id, ${one} from image where dataset_id = ${dataset.id} and file_name = 'eye 5200'`
  await lastWithCategory.execute(db)
  const query = { category_ids__in: one, limit: 2 }
  await annotate(3)
  const few = await list(kim, dataset, query)
  expect(few).toMatchObject({ total: 4, pages: 2, names: ['eye 1', 'eye 2'] })
  expect((await list(kim, dataset, { ...query, page: 2 })).names).toEqual(['eye 3', 'eye 5200'])
  expect(await beside(kim, db, 'eye 1', one)).toEqual([null, 'eye 2'])
  // Far away, behind all images without one.
  expect(await beside(kim, db, 'eye 3', one)).toEqual(['eye 2', 'eye 5200'])
  expect(await beside(kim, db, 'eye 5200', one)).toEqual(['eye 3', null])
  await annotate(5100)
  const many = await list(kim, dataset, query)
  expect(many).toMatchObject({ total: 5101, names: ['eye 1', 'eye 2'] })
  expect((await list(kim, dataset, { ...query, page: 2551 })).names).toEqual(['eye 5200'])
  expect((await list(kim, dataset, { ...query, page: 1300 })).names).toEqual([
    'eye 2599',
    'eye 2600',
  ])
  expect(await beside(kim, db, 'eye 2600', one)).toEqual(['eye 2599', 'eye 2601'])
  expect(await beside(kim, db, 'eye 5100', one)).toEqual(['eye 5099', 'eye 5200'])
})
