import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { getImage } from '#contract/images'

import { uploadPhotograph, type Workplace } from './fovea.ts'
import { comparePaired, print, printRows, type Row } from './measure.ts'
import { seedAnnotations, seedDocuments, seedImages } from './seed.ts'
import { scatteredShapes } from './workload.ts'

const images = 20_000
const annotations = 500
const vertices = 300
const rounds = 60

/** Compares calls of the server with the minimal database work for them. */
export async function benchServer(workplace: Workplace): Promise<void> {
  const { database, kim, dataset, category } = workplace
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const { id, content } = await uploadPhotograph(workplace, 4000)
  const file = path.join(folder, 'photograph.jpg')
  await writeFile(file, content)
  await seedImages(database, dataset, images)
  const shapes = scatteredShapes(4000, annotations, vertices)
  await seedAnnotations(database, { imageId: id, categoryId: category }, shapes)
  await seedDocuments(database, id, shapes)
  print(
    `${images} images in the dataset; one of 4000 x 4000 pixels with ${annotations} annotations of ${vertices} vertices; ${rounds} rounds`,
  )
  const image = { id }
  const segmentation = (shapes[0] ?? []).map(({ outer }) => [...outer])

  const rows: Row[] = [
    {
      work: 'list: a page of 52 images, sorted by name, with counts',
      against: 'bare SQL: count, and 52 rows by the same index',
      ...(await comparePaired(
        rounds,
        () => kim.call(getDatasetData, { params: { id: dataset } }),
        listBare,
      )),
    },
    {
      work: 'list: the same, filtered by part of the file name',
      against: 'bare SQL: count, and 52 rows by the same condition',
      ...(await comparePaired(
        rounds,
        () =>
          kim.call(getDatasetData, {
            params: { id: dataset },
            query: { file_name__icontains: '1999' },
          }),
        () => listBare("and file_name ilike '%1999%'"),
      )),
    },
    {
      work: 'open: image, neighbours and all annotations',
      against: 'bare SQL: the annotations as JSON text from a jsonb column',
      ...(await comparePaired(
        rounds,
        () => kim.call(getAnnotatorData, { params: { id: image.id } }),
        openBare,
      )),
    },
    {
      work: 'open: the picture for the browser, made before',
      against: 'reading the original file',
      ...(await comparePaired(
        rounds,
        async () => (await kim.call(getImage, { params: { id: image.id } })).arrayBuffer(),
        () => readFile(file),
      )),
    },
    {
      work: `save: one annotation of ${vertices} vertices, synced to disk`,
      against: 'bare SQL: the same row with jsonb, synced to disk',
      ...(await comparePaired(rounds, saveOurs, saveBare)),
    },
  ]
  printRows('Server', rows)

  async function listBare(condition = ''): Promise<void> {
    const where = `where dataset_id = $1 and deleted_at is null ${condition}`
    await database.query(`select count(*) from image ${where}`, [dataset])
    await database.query(`select * from image ${where} order by name_key, id limit 52`, [dataset])
  }

  async function openBare(): Promise<void> {
    const { rows: found } = await database.query<{ document: unknown }>(
      'select document from bench_annotation where image_id = $1',
      [image.id],
    )
    JSON.stringify(found)
  }

  function saveOurs(): Promise<unknown> {
    return kim.call(createAnnotation, {
      body: { image_id: image.id, category_id: category, segmentation },
    })
  }

  function saveBare(): Promise<unknown> {
    return database.query('insert into bench_annotation (image_id, document) values ($1, $2)', [
      image.id + 1,
      JSON.stringify({ segmentation }),
    ])
  }
}
