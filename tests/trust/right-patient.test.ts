import { DatabaseSync } from 'node:sqlite'

import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check'
import { expect, test } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { getResultObject, resultObjects, type ResultObject } from '#contract/dicom-results'
import { downloadFhir, generateFhir } from '#contract/fhir'
import { exportPatients } from '#contract/patient-table'
import { getImageReport } from '#contract/reports'

import { openSqlAdapter } from '../../apps/server/src/features/mics/adapters/sql.ts'
import { resultDeliverer } from '../../apps/server/src/features/mics/deliver-result.ts'
import { resultOutboxMessage } from '../../apps/server/src/features/mics/jobs.ts'
import { sqliteSession } from '../../apps/server/src/features/mics/testing/sqlite-session.ts'
import { analyseAs, patient, stranger } from '../../apps/server/src/testing/analysed-image.ts'
import type { Account } from '../../apps/server/src/testing/given.ts'
import { startApp } from '../../apps/server/src/testing/start-app.ts'

const binds = ['patientId', 'patientName', 'ordSeq', 'imageId', 'version', 'laterality', 'standing']
const operations = {
  ping: { sql: 'select 1 as ONE', binds: [] },
  findOrder: { sql: 'select 1 as ONE', binds: [] },
  writeResult: {
    sql: `insert into RESULTS values (${binds.map((bind) => `:${bind}`).join(', ')})`,
    binds,
  },
}

const people = { hong: patient, yuna: stranger }
type Name = keyof typeof people
const eyes = { hong: 'right', yuna: 'left' } as const
const imageCount = 4
/** As people write it. */
const shown = (name = '') => name.replaceAll('^', ' ')
const segmentation = [[2, 2, 8, 2, 8, 8, 2, 8]]

async function givenTwoPatients() {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table RESULTS (${binds.join(', ')})`)
  const started = await startApp()
  const { given, db, parts } = started
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim, { categories: ['disc'] })
  const [category_id = 0] = dataset.categories
  const ids: number[] = []
  for (let i = 0; i < imageCount; i += 1) {
    const { id } = await given.image(kim, dataset)
    ids.push(id)
    await kim.call(createAnnotation, { body: { image_id: id, category_id, segmentation } })
  }
  const adapter = openSqlAdapter(operations, sqliteSession(database))
  const { signal } = new AbortController()
  const orderSystem = {
    ...parts.orderSystem,
    use: <T>(_: unknown, work: Work<T>) => work(adapter, { signal }),
  }
  const deliverer = resultDeliverer({ ...parts, db, orderSystem })
  /** Writes the current result of an image back, and returns the order system's record of it. */
  const writeBack = async (imageId: number) => {
    const { id } = await db
      .selectFrom('analysis')
      .select('id')
      .where('image_id', '=', imageId)
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow()
    const payload = resultOutboxMessage.payload.parse({ imageId, analysisId: id, version: 1 })
    database.exec('delete from RESULTS')
    await deliverer.deliver(payload, { key: String(id), signal }).catch(() => undefined)
    return database.prepare('select * from RESULTS').all()
  }
  return { ...started, kim, dataset, ids, writeBack }
}

type Work<T> = (
  adapter: ReturnType<typeof openSqlAdapter>,
  waiting: { signal: AbortSignal },
) => Promise<T>

test('however two patients’ images are mixed and reassigned after their analysis, nothing about one reaches the other', async () => {
  const { kim, db, parts, dataset, ids, writeBack } = await givenTwoPatients()
  const one = record({ name: constantFrom<Name[]>('hong', 'yuna'), isGivenAway: boolean() })
  const mixed = array(one, { minLength: imageCount, maxLength: imageCount })
  await assert(
    asyncProperty(mixed, async (images) => {
      for (const [i, { name, isGivenAway }] of images.entries()) {
        const id = ids[i] ?? 0
        await analyseAs({ db, parts }, id, { facts: people[name] })
        const now = people[isGivenAway ? otherThan(name) : name]
        await db.updateTable('image').set(now).where('id', '=', id).execute()
      }
      for (const [i, { name, isGivenAway }] of images.entries()) {
        const id = ids[i] ?? 0
        const whose = isGivenAway ? otherThan(name) : name
        const { patient_id, patient_name, laterality } = people[whose]
        const row = {
          patientId: patient_id,
          patientName: shown(patient_name),
          ordSeq: `ORD-${id}`,
          imageId: id,
          version: 1,
          laterality,
          standing: 'preliminary',
        }
        const written = await writeBack(id)
        const standing = written.filter((each) => each['standing'] !== 'withdrawn')
        expect(standing).toEqual(isGivenAway ? [] : [row])
        // The result sent for the other patient is withdrawn there.
        const takenBack = written.filter((each) => !standing.includes(each))
        const fromWhom = takenBack.map((each) => each['patientId'])
        expect(fromWhom).toEqual(fromWhom.map(() => people[otherThan(whose)].patient_id))
        const { body } = await kim.call(getImageReport, { params: { id } })
        expect([body.patient.id, body.report.eye]).toEqual([patient_id, eyes[whose]])
        expect(body.report.analysis?.stale).toEqual(isGivenAway ? ['patient'] : [])
        const query = { original_id: id }
        const generated = await kim.call(generateFhir, { query })
        expect(generated.status).toBe(isGivenAway ? 409 : 200)
        const computed = isGivenAway ? [] : [patient_id]
        expect(await objectsOf(kim, id)).toEqual({
          measurements: computed,
          // They belong to the image and its current patient; everything else was computed for
          // another.
          annotations: [patient_id],
          report: computed,
        })
        if (isGivenAway) continue
        const message = (await kim.call(downloadFhir, { query })).bytes.toString()
        expect(message).toContain(patient_id)
        expect(message).not.toContain(people[otherThan(whose)].patient_id)
      }
      const csv = (await kim.call(exportPatients, { params: { id: dataset.id }, query: {} })).bytes
      for (const line of csv.toString().split('\r\n').slice(1, -1)) {
        const ofWhom = Object.values(people).filter((each) => line.includes(each.patient_id))
        expect(ofWhom).toHaveLength(1)
        expect(line).toContain(shown(ofWhom[0]?.patient_name))
      }
    }),
    { numRuns: 5 },
  )
})

/** The places of a PDF's objects in it, whose digits may be those of a patient by chance. */
const pdfOffsets = /^\d{10} \d{5} [fn]/gm

/** For each DICOM object of an image the patients in it; none if the request is refused. */
async function objectsOf(account: Account, id: number) {
  const told: Partial<Record<ResultObject, string[]>> = {}
  const numbers = Object.values(people).map(({ patient_id: number }) => number)
  for (const object of resultObjects) {
    const { status, bytes } = await account.call(getResultObject, {
      params: { id, object },
      query: {},
    })
    expect([200, 409]).toContain(status)
    const text = Buffer.from(bytes).toString('latin1').replaceAll(pdfOffsets, '')
    told[object] = numbers.filter((number) => status === 200 && text.includes(number))
  }
  return told
}

function otherThan(name: Name): Name {
  return name === 'hong' ? 'yuna' : 'hong'
}
