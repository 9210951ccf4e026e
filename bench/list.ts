import type { Client } from 'pg'

import { getDatasetData } from '#contract/datasets'

import type { Workplace } from './fovea.ts'
import { comparePaired, print, printRows, type Row } from './measure.ts'
import { seedImages } from './seed.ts'

const images = 200_000
const folders = 40
const rounds = 7
const perPage = 52
const pages = Math.ceil(images / perPage)

/** A request of the list, and the equivalent plain SQL. */
interface Ask {
  readonly work: string
  readonly query: Record<string, string | number>
  readonly where?: string
  readonly order?: string
}

/** The list page's call in a dataset of very many images. */
export async function benchList({ database, kim, dataset, category }: Workplace): Promise<void> {
  await seedImages(database, dataset, images)
  await seedFolders(database, dataset)
  await seedMarks(database, { dataset, category })
  print(`${images} images in ${folders} folders, every fifth annotated; ${rounds} rounds`)
  const rows: Row[] = []
  for (const ask of asks(category)) {
    rows.push({
      work: ask.work,
      against: 'plain SQL',
      ...(await comparePaired(
        rounds,
        () => kim.call(getDatasetData, { params: { id: dataset }, query: ask.query }),
        () => askPlainly(database, dataset, ask),
      )),
    })
  }
  printRows('List of 200,000 images', rows)
}

function asks(category: number): Ask[] {
  const byEachKey = ['id', 'file_name', 'path'].flatMap((key): Ask[] => {
    const order = key === 'id' ? 'id' : key === 'path' ? 'path_key, id' : 'name_key, id'
    return [
      { work: `first page by ${key}`, query: { order: key }, order },
      { work: `middle page by ${key}`, query: { order: key, page: pages >> 1 }, order },
      { work: `last page by ${key}`, query: { order: key, page: pages }, order },
      {
        work: `first page by -${key}`,
        query: { order: `-${key}` },
        order: order.replaceAll(/\w+/g, '$& desc'),
      },
    ]
  })
  const hasCategory = `exists (select from annotation a where a.image_id = image.id
    and a.deleted_at is null and a.category_id = ${category})`
  const withCategory = { category_ids__in: category }
  return [
    ...byEachKey,
    { work: 'annotated', query: { annotated: 'true' }, where: 'annotation_count > 0' },
    {
      work: 'annotated, last page',
      query: { annotated: 'true', page: pages },
      where: 'annotation_count > 0',
    },
    { work: 'not annotated', query: { annotated: 'false' }, where: 'annotation_count = 0' },
    { work: 'neither', query: { annotated: '' }, where: 'false' },
    { work: 'with a category', query: withCategory, where: hasCategory },
    {
      work: 'with a category, last page',
      query: { ...withCategory, page: pages },
      where: hasCategory,
    },
    {
      work: 'name contains, 1 in 3',
      query: { file_name__icontains: 'e_1' },
      where: "file_name ilike '%e\\_1%'",
    },
    {
      work: 'name contains, a few',
      query: { file_name__icontains: '19999' },
      where: "file_name ilike '%19999%'",
    },
    {
      work: 'name contains one letter',
      query: { file_name__icontains: '7' },
      where: "file_name ilike '%7%'",
    },
    {
      work: 'patient contains',
      query: { patientName__icontains: 'Patient 49' },
      where: "patient_name ilike '%Patient 49%'",
    },
    { work: 'a folder', query: { folder: 'visit 7' }, where: "folder = 'visit 7'" },
    {
      work: 'a folder, annotated, with a category',
      query: { folder: 'visit 7', annotated: 'true', ...withCategory },
      where: `folder = 'visit 7' and annotation_count > 0 and ${hasCategory}`,
    },
  ]
}

async function askPlainly(
  database: Client,
  dataset: number,
  { query, where = 'true', order = 'name_key, id' }: Ask,
): Promise<void> {
  const from = `from image where dataset_id = $1 and deleted_at is null and ${where}`
  const { rows } = await database.query<{ count: number }>(`select count(*)::integer ${from}`, [
    dataset,
  ])
  const last = Math.max(1, Math.ceil((rows[0]?.count ?? 0) / perPage))
  const offset = (Math.min(Number(query['page'] ?? 1), last) - 1) * perPage
  await database.query(`select * ${from} order by ${order} limit ${perPage} offset ${offset}`, [
    dataset,
  ])
}

async function seedFolders(database: Client, dataset: number): Promise<void> {
  await database.query(
    `update image set folder = 'visit ' || id % $2 where dataset_id = $1 and id % 3 > 0`,
    [dataset, folders],
  )
}

async function seedMarks(
  database: Client,
  { dataset, category }: { dataset: number; category: number },
): Promise<void> {
  await database.query(
    `insert into annotation (image_id, category_id, geometry, area, box_x, box_y, box_width,
       box_height, created_at, updated_at)
     select id, $2, '\\x0100', 0, 0, 0, 0, 0, now(), now()
     from image where dataset_id = $1 and id % 5 = 0`,
    [dataset, category],
  )
  await database.query('vacuum analyze image')
  await database.query('vacuum analyze annotation')
}
