import path from 'node:path'

import { PgBoss } from 'pg-boss'

import { listAssignedImages } from '#contract/adjudication'
import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import {
  createAssignment,
  listAssignedCases,
  listAssignments,
  listWork,
} from '#contract/assignments'
import { listAudit } from '#contract/audit'
import { listCommentNotices, listThreads } from '#contract/comments'
import { getDatasetData, listDatasets } from '#contract/datasets'
import { listExports } from '#contract/exports'
import { listMessages } from '#contract/outbox'
import { getReceiver } from '#contract/pacs'
import { findPatient } from '#contract/patients'
import { listReleases } from '#contract/releases'
import { search } from '#contract/search'
import { getStatistics } from '#contract/statistics'
import { getTaskLogs, listTasks } from '#contract/tasks'
import { listUndo } from '#contract/undo'
import { listUsers } from '#contract/users'
import { listWebhookDeliveries } from '#contract/webhooks'

import { openWorkplace, type Workplace } from '../fovea.ts'
import { comparePaired, inShort, print, type Timing } from '../measure.ts'
import { assigned, clinics, fill, largeTables, makeClinics } from './fill.ts'
import { benchStore } from './store.ts'
import { benchStreams } from './streams.ts'
import { logPlans, wholeScansOf, type WholeScan } from './plans.ts'

const rounds = 9

/** Images of the installation at last; a run begins with a hundredth of them. */
const most = Number(process.env['SCALE'] ?? 1_000_000)
const sizes = [most / 100, most / 10, most]

interface Work {
  readonly work: string
  readonly call: () => Promise<unknown>
  /** Plain SQL that could do it. */
  readonly bare: () => Promise<unknown>
}

interface Measured {
  readonly ours: Timing
  readonly baseline: Timing
}

export const scaleParts = {
  async scale(): Promise<void> {
    await benchStreams()
    await benchStore()
    await benchPages()
  },
  'scale-pages': benchPages,
  'scale-streams': benchStreams,
  'scale-store': benchStore,
}

/** The calls of pages, in installations of which each has ten times as many images. */
async function benchPages(): Promise<void> {
  await using workplace = await openWorkplace()
  const { database, dataset, category } = workplace
  const datasets = await makeClinics(database, dataset)
  await logPlans(database)
  const measured = new Map<string, Measured[]>()
  const scans: WholeScan[] = []
  let from = 0
  for (const size of sizes) {
    const started = performance.now()
    await fill(database, { datasets, category }, { from, to: size })
    if (from === 0) await assign(workplace, datasets.slice(0, assigned))
    from = size
    print(`${size} images filled in ${inShort((performance.now() - started) / 1000)} s`)
    const large = await largeTables(database)
    for (const each of await worksOf(workplace)) {
      await each.call()
      const found = await wholeScansOf(
        path.join(workplace.folder, 'postgres.log'),
        large,
        each.call,
      )
      scans.push(...found)
      for (const { table, statement } of found)
        print(
          `${each.work} reads all of ${table}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
        )
      const row = await comparePaired(rounds, each.call, each.bare)
      measured.set(each.work, [...(measured.get(each.work) ?? []), row])
    }
    await measureClaim(workplace, { size, measured })
  }
  printGrowth(measured)
  if (scans.length > 0) process.exitCode = 1
}

/** An assignment of each dataset to its owner, to which later images are added, and a webhook. */
async function assign(
  { database, kim, dataset }: Workplace,
  datasets: readonly number[],
): Promise<void> {
  for (const each of datasets) {
    const images = await database.query<{ id: number }>(
      'select id from image where dataset_id = $1 limit 10',
      [each],
    )
    await kim.call(createAssignment, {
      params: { id: each },
      body: {
        name: 'Reading',
        images: images.rows.map(({ id }) => id),
        readers: ['kim'],
        outlines: true,
      },
    })
  }
  await database.query(
    `insert into webhook (dataset_id, url, events, secret, is_on, created_at)
     values ($1, 'https://hooks.example', '{}', '', true, now())`,
    [dataset],
  )
}

/** The other lists of pages. */
async function listsOf({ database, kim, dataset }: Workplace, image: number): Promise<Work[]> {
  const one = async (statement: string): Promise<number> =>
    (await database.query<{ id: number }>(statement)).rows[0]?.id ?? 0
  const assignment = await one(`select id from assignment where dataset_id = ${dataset}`)
  const webhook = await one('select min(id) as id from webhook')
  const params = { id: dataset }
  const sql = (statement: string) => () => database.query(statement)
  const count = (table: string, where: string) =>
    sql(`select count(*) from ${table} where ${where}`)
  return [
    {
      work: 'outbox: refused messages',
      call: () => kim.call(listMessages),
      bare: sql('select * from outbox where dead_at is not null order by dead_at desc limit 200'),
    },
    {
      work: 'outbox: delivered messages',
      call: () => kim.call(listMessages, { query: { state: 'delivered' } }),
      bare: sql(
        'select * from outbox where delivered_at is not null order by delivered_at desc limit 200',
      ),
    },
    {
      work: 'messages to a webhook',
      call: () => kim.call(listWebhookDeliveries, { params: { ...params, webhook } }),
      bare: sql(`select * from outbox where kind = 'webhook' and order_key = 'webhook 1'
        order by id desc limit 20`),
    },
    {
      work: 'received objects',
      call: () => kim.call(getReceiver),
      bare: sql(`select * from dicom_arrival where refusal is not null
        order by received_at desc limit 100`),
    },
    {
      work: 'comments of an image',
      call: () => kim.call(listThreads, { params: { id: image } }),
      bare: sql(`select * from image_comment where image_id = ${image}`),
    },
    {
      work: 'comments that concern me',
      call: () => kim.call(listCommentNotices),
      bare: sql(
        `select * from comment_notice where user_id = 1 order by comment_id desc limit 100`,
      ),
    },
    {
      work: 'accounts',
      call: () => kim.call(listUsers),
      bare: sql('select * from app_user where deleted_at is null order by username limit 50'),
    },
    {
      work: 'accounts: name contains',
      call: () => kim.call(listUsers, { query: { q: 'person 77' } }),
      bare: sql(`select * from app_user where lower(name) like '%person 77%' limit 50`),
    },
    {
      work: 'exports of the dataset',
      call: () => kim.call(listExports, { params }),
      bare: sql(`select * from export where dataset_id = ${dataset}`),
    },
    {
      work: 'releases of the dataset',
      call: () => kim.call(listReleases, { params }),
      bare: sql(`select * from release where dataset_id = ${dataset}`),
    },
    {
      work: 'assignments of the dataset',
      call: () => kim.call(listAssignments, { params }),
      bare: count('assignment_item', 'true'),
    },
    {
      work: 'cases of an assignment',
      call: () => kim.call(listAssignedCases, { params: { ...params, assignment } }),
      bare: sql('select * from assignment_item order by reader_id, position limit 50'),
    },
    {
      work: 'images of an assignment',
      call: () => kim.call(listAssignedImages, { params: { ...params, assignment } }),
      bare: sql('select * from assignment_image order by id limit 50'),
    },
    {
      work: 'my work',
      call: () => kim.call(listWork),
      bare: count('assignment_item', 'true'),
    },
    {
      work: 'audit trail: of an action',
      call: () => kim.call(listAudit, { query: { action: 'listAudit' } }),
      bare: sql(`select * from audit_event where action = 'listAudit'
        order by at desc, id desc limit 100`),
    },
    {
      work: 'audit trail: refused calls',
      call: () => kim.call(listAudit, { query: { refused: 'true' } }),
      bare: sql(`select * from audit_event where outcome >= 400
        order by at desc, id desc limit 100`),
    },
  ]
}

async function worksOf(workplace: Workplace): Promise<Work[]> {
  const { database, kim, dataset, category } = workplace
  const one = async (statement: string): Promise<number> =>
    (await database.query<{ id: number }>(statement, [dataset])).rows[0]?.id ?? 0
  const image = await one('select min(id) + 3 as id from image where dataset_id = $1')
  const last = await one('select max(id) as id from image where dataset_id = $1')
  const task = await one('select max(id) as id from task where dataset_id = $1')
  const pages = Math.ceil(
    (await one('select count(*) as id from image where dataset_id = $1')) / 52,
  )
  const sqlPage =
    (where = 'true', order = 'name_key, id', page = 1) =>
    async () => {
      const from = `from image where dataset_id = $1 and deleted_at is null and ${where}`
      await database.query(`select count(*) ${from}`, [dataset])
      await database.query(
        `select * ${from} order by ${order} limit 52 offset ${(page - 1) * 52}`,
        [dataset],
      )
    }
  const sql = (statement: string) => () => database.query(statement)
  const page = (query: Record<string, string | number>) => () =>
    kim.call(getDatasetData, { params: { id: dataset }, query })
  const trail = (query: Record<string, string | number>) => () => kim.call(listAudit, { query })
  return [
    ...(await listsOf(workplace, image)),
    { work: 'images: first page by name', call: page({}), bare: sqlPage() },
    {
      work: 'images: middle page by name',
      call: page({ page: Math.ceil(pages / 2) }),
      bare: sqlPage('true', 'name_key, id', Math.ceil(pages / 2)),
    },
    {
      work: 'images: last page by date',
      call: page({ order: 'studyDate', page: pages }),
      bare: sqlPage('true', `coalesce(study_date, '-infinity'), id`, pages),
    },
    {
      work: 'images: not annotated',
      call: page({ annotated: 'false' }),
      bare: sqlPage('not annotated'),
    },
    {
      work: 'images: with a category',
      call: page({ category_ids__in: category }),
      bare: sqlPage(`exists (select from annotation a where a.image_id = image.id
        and a.deleted_at is null and a.category_id = ${category})`),
    },
    {
      work: 'images: name contains',
      call: page({ file_name__icontains: '7700' }),
      bare: sqlPage(`file_name_lower like '%7700%'`),
    },
    {
      work: 'images: patient contains',
      call: page({ patientName__icontains: 'patient 77' }),
      bare: sqlPage(`patient_name_lower like '%patient 77%'`),
    },
    {
      work: 'statistics of the dataset',
      call: () => kim.call(getStatistics, { params: { id: dataset } }),
      bare: sqlPage(),
    },
    {
      work: 'datasets, with their counts',
      call: () => kim.call(listDatasets),
      bare: sql(`select dataset_id, count(*) from image where deleted_at is null
        and dataset_id in (select id from dataset order by id desc limit 52) group by 1`),
    },
    {
      work: 'search of patients',
      call: () => kim.call(search, { query: { q: 'P-777' } }),
      bare: sql(`select distinct patient_id from image where patient_id like '%P-777%' limit 10`),
    },
    {
      work: 'everything of a patient',
      call: () => kim.call(findPatient, { query: { patient_id: 'P-777' } }),
      bare: sql(`select * from image where patient_id like '%P-777%' and patient_id = 'P-777'`),
    },
    {
      work: 'trash',
      call: () => kim.call(listUndo),
      bare: sql(
        `select * from image where deleted_at is not null order by deleted_at desc limit 50`,
      ),
    },
    {
      work: 'tasks',
      call: () => kim.call(listTasks),
      bare: sql('select * from task order by id desc limit 500'),
    },
    {
      work: 'log of a task',
      call: () => kim.call(getTaskLogs, { params: { id: task } }),
      bare: sql(`select * from task_log where task_id = ${task} order by id`),
    },
    {
      work: 'audit trail: newest',
      call: trail({}),
      bare: sql('select * from audit_event order by at desc, id desc limit 100'),
    },
    {
      work: 'audit trail: of a user',
      call: trail({ username: 'reader77' }),
      bare: sql(
        `select * from audit_event where lower(username) like 'reader77%' order by at desc limit 100`,
      ),
    },
    {
      work: 'audit trail: of a dataset',
      call: trail({ dataset_id: dataset }),
      bare: sql(
        `select * from audit_event where dataset_id = ${dataset} order by at desc limit 100`,
      ),
    },
    {
      work: 'open an image',
      call: () => kim.call(getAnnotatorData, { params: { id: image } }),
      bare: sql(`select * from annotation where image_id = ${image}`),
    },
    {
      work: 'save an annotation',
      call: () =>
        kim.call(createAnnotation, {
          body: { image_id: last, category_id: category, segmentation: [[1, 1, 9, 1, 9, 9]] },
        }),
      bare: sql(`insert into annotation (image_id, category_id, geometry, area, box_x, box_y,
        box_width, box_height, created_at, updated_at)
        values (${last}, ${category}, '\\x0100', 1, 0, 0, 1, 1, now(), now())`),
    },
  ]
}

/** Claiming one of as many waiting jobs as there are images for each clinic. */
async function measureClaim(
  { database }: Workplace,
  { size, measured }: { size: number; measured: Map<string, Measured[]> },
): Promise<void> {
  const { host, port, user = '', password = '', database: name = '' } = database
  const boss = new PgBoss({
    host,
    port,
    user,
    password: password ?? '',
    database: name,
    schema: 'queue',
    createSchema: false,
    supervise: false,
  })
  await boss.start()
  await boss.createQueue('bench')
  const waiting = size / clinics
  for (let start = 0; start < waiting; start += 10_000)
    await boss.insert(
      'bench',
      Array.from({ length: Math.min(10_000, waiting) }, () => ({ data: {} })),
    )
  await database.query('analyze')
  await database.query(
    'create table if not exists bench_job (id serial primary key, claimed boolean)',
  )
  await database.query(
    `insert into bench_job (claimed) select false from generate_series(1, ${waiting})`,
  )
  const row = await comparePaired(
    rounds,
    () => boss.fetch('bench'),
    () =>
      database.query(`update bench_job set claimed = true where id = (select id from bench_job
        where not claimed order by id limit 1 for update skip locked)`),
  )
  measured.set('claim a job', [...(measured.get('claim a job') ?? []), row])
  await boss.stop({ graceful: false })
}

/** One line for each call: milliseconds at each size, beside plain SQL, and growth with each size. */
function printGrowth(measured: ReadonlyMap<string, readonly Measured[]>): void {
  const columns = sizes.map((size) => `${size / 1e6} M`.padStart(22)).join('')
  print(`\n${'median ms (ratio to plain SQL)'.padEnd(32)}${columns}   growth, of plain SQL`)
  for (const [work, rows] of measured) {
    const figures = rows.map(({ ours, baseline }) =>
      `${inShort(ours.median)} (${(ours.median / baseline.median).toFixed(2)})`.padStart(22),
    )
    const growth = (of: 'ours' | 'baseline'): string =>
      rows
        .slice(1)
        .map((row, i) => `× ${(row[of].median / (rows[i]?.[of].median ?? NaN)).toFixed(1)}`)
        .join(' ')
    print(`${work.padEnd(32)}${figures.join('')}   ${growth('ours')}, ${growth('baseline')}`)
  }
}
