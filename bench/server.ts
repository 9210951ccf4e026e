import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import sharp from 'sharp'

import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { createDataset, getDatasetData } from '#contract/datasets'
import { getImage, uploadImage } from '#contract/images'

import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded.ts'
import { signedIn } from '../tests/http-client.ts'
import { startFovea } from '../tests/running-fovea.ts'
import { benchCoco, benchMasks } from './coco.ts'
import { comparePaired, printRows, type Row } from './measure.ts'
import { outline, seedAnnotations, seedImages } from './seed.ts'
import { measureViewFilter } from './view-filter.ts'

const images = 20_000
const annotations = 500
const vertices = 300
const rounds = 60

const folder = await mkdtemp(path.join(tmpdir(), 'fovea-bench-'))
await chmod(folder, 0o755)
await using resources = new AsyncDisposableStack()
resources.defer(() => rm(folder, { recursive: true, force: true }))
const postgres = resources.use(await startEmbeddedPostgres(path.join(folder, 'database')))
const { user, password, host, port, database } = postgres.connection
const url = `postgres://${user}:${password}@${host}:${port}/${database}`
const fovea = await startFovea({ DATABASE_URL: url })
resources.defer(() => fovea.stop())
const bare = new Client({ connectionString: url })
await bare.connect()
resources.defer(() => bare.end())

const kim = await signedIn(fovea.address, 'kim')
const dataset = await kim.call(createDataset, { body: { name: 'Bench', categories: ['lesion'] } })
const [category = 0] = dataset.categories
const photograph = await makePhotograph(4000)
const file = { name: 'photograph.jpg', content: await readFile(photograph) }
const { image } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, file })
await seedImages(bare, dataset.id, images)
await seedAnnotations(bare, { imageId: image.id, categoryId: category }, annotations, vertices)
process.stdout.write(
  `${images} images in the dataset; one of 4000 x 4000 pixels with ${annotations} annotations of ${vertices} vertices; ${rounds} rounds\n\n`,
)

const rows: Row[] = [
  {
    work: 'list: a page of 52 images, sorted by name, with counts',
    against: 'bare SQL: count, and 52 rows by the same index',
    ...(await comparePaired(
      rounds,
      () => kim.call(getDatasetData, { params: { id: dataset.id } }),
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
          params: { id: dataset.id },
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
      () => readFile(photograph),
    )),
  },
  {
    work: `save: one annotation of ${vertices} vertices, synced to disk`,
    against: 'bare SQL: the same row with jsonb, synced to disk',
    ...(await comparePaired(rounds, saveOurs, saveBare)),
  },
]
printRows([...rows, ...(await measureViewFilter(10)), ...(await benchMasks(rounds))])
await benchCoco(kim, { database: bare, pid: fovea.pid() })

async function listBare(condition = ''): Promise<void> {
  const where = `where dataset_id = $1 and deleted_at is null ${condition}`
  await bare.query(`select count(*) from image ${where}`, [dataset.id])
  await bare.query(`select * from image ${where} order by name_key, id limit 52`, [dataset.id])
}

async function openBare(): Promise<void> {
  const { rows: found } = await bare.query<{ document: unknown }>(
    'select document from bench_annotation where image_id = $1',
    [image.id],
  )
  JSON.stringify(found)
}

function saveOurs(): Promise<unknown> {
  return kim.call(createAnnotation, {
    body: { image_id: image.id, category_id: category, segmentation: [outline(vertices)] },
  })
}

function saveBare(): Promise<unknown> {
  return bare.query('insert into bench_annotation (image_id, document) values ($1, $2)', [
    image.id + 1,
    JSON.stringify({ segmentation: [outline(vertices)] }),
  ])
}

/** A picture with detail everywhere, so that it compresses like a photograph. */
async function makePhotograph(side: number): Promise<string> {
  const target = path.join(folder, 'photograph.jpg')
  const noise = { type: 'gaussian', mean: 120, sigma: 24 } as const
  const picture = sharp({
    create: { width: side, height: side, channels: 3, background: '#a05020', noise },
  })
  await writeFile(target, await picture.jpeg({ quality: 90 }).toBuffer())
  return target
}
