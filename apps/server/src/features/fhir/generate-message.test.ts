import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { getFhir } from '#contract/fhir'
import { reviewAnalysis } from '#contract/reviews'
import { checkMessage } from '#fhir/check-message'
import { validateResource } from '#fhir/validate'

import { analysedImage, stranger } from '../../testing/analysed-image.ts'
import { findCurrentAnalysis } from '../analysis/queries.ts'
import { definitions } from './definitions.ts'
import { site, typed, withAnalysis } from './testing/with-analysis.ts'

test('the printed report is included, unless the site does not want it or it was rejected', async () => {
  const { id, kim, generate, download } = await withAnalysis()
  const form = async () => {
    const [report] = typed((await download()).bundle, 'DiagnosticReport')
    return (report?.['presentedForm'] as Record<string, unknown>[] | undefined) ?? []
  }
  await generate()
  const [pdf, ...more] = await form()
  const content = Buffer.from(String(pdf?.['data']), 'base64')
  expect(more).toEqual([])
  expect(content.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf).toMatchObject({
    contentType: 'application/pdf',
    language: 'ko',
    size: content.length,
    hash: createHash('sha1').update(content).digest('base64'),
  })
  const resultId = Number((await kim.call(getFhir, { query: { original_id: id } })).body.resultId)
  await kim.call(reviewAnalysis, {
    query: { original_id: id },
    body: { analysis_id: resultId, decision: 'rejected' },
  })
  await generate()
  expect(await form()).toEqual([])

  const without = await withAnalysis({ fhir: { ...site, report_pdf: false } })
  await without.generate()
  const [report] = typed((await without.download()).bundle, 'DiagnosticReport')
  expect(report).not.toHaveProperty('presentedForm')
})

test('a message is generated, read and downloaded, valid as sent, with no name outside of it', async () => {
  const { id, generate, read, download, db } = await withAnalysis()
  expect(await read()).toEqual({
    message: null,
    version: null,
    generatedAt: null,
    resultId: null,
    stale: false,
    issues: [],
    push: null,
  })
  const { status, body } = await generate()
  expect([status, body]).toMatchObject([
    200,
    { message: 'FHIR message generated', version: 1, valid: true },
  ])
  expect(body.warnings.map(({ key }) => key)).toEqual(['fhirWarnings.regulatoryMissing'])
  const seen = await read()
  expect(seen).toMatchObject({ version: 1, stale: false, issues: [{ key: body.warnings[0]?.key }] })

  const { headers, bundle } = await download()
  expect(headers['content-type']).toBe('application/fhir+json; fhirVersion=4.0')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-disposition']).toContain(`"fhir-${id}-v1.json"`)
  expect(bundle).toEqual(seen.message)
  expect(checkMessage(definitions, bundle)).toEqual([])
  const image = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(typed(bundle, 'Patient')).toMatchObject([
    { name: [{ text: '홍길동' }], gender: 'male', birthDate: '1964-03-09' },
  ])
  expect(typed(bundle, 'ServiceRequest')).toMatchObject([{ identifier: [{ value: `ORD-${id}` }] }])
  expect(typed(bundle, 'Media')).toMatchObject([{ content: { size: image.size } }])
  expect(JSON.stringify(bundle)).toContain('CRAE 151.2 µm')
  expect(JSON.stringify(bundle)).toContain('인공지능 분석 결과이며 의료진의 확인이 필요합니다.')
  expect(JSON.stringify(bundle)).not.toContain('99055-6')
  const trail = await db
    .selectFrom('audit_event')
    .select(['action', 'object_id', 'detail'])
    .where('action', 'like', '%Fhir%')
    .orderBy('id')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'getFhir',
    'generateFhir',
    'getFhir',
    'downloadFhir',
  ])
  expect(trail[1]).toMatchObject({ object_id: id, detail: { version: 1 } })
})

test('the digest is that of the file', async () => {
  const { id, dataset, generate, download, parts, db } = await withAnalysis()
  await generate()
  const { path } = await db.selectFrom('image').select('path').executeTakeFirstOrThrow()
  const { content } = await parts.files.read(`datasets/${dataset.name}/${path}`)
  const hash = createHash('sha1')
  for await (const chunk of content) hash.update(chunk as Buffer)
  const [media] = typed((await download()).bundle, 'Media')
  expect(media?.['content']).toMatchObject({ hash: hash.digest('base64'), title: `image ${id}` })
})

test('without a finished analysis of the image in its current state there is no message', async () => {
  const { kim, given, dataset, generate, db, id, read } = await withAnalysis()
  const bare = await given.image(kim, dataset)
  expect(await generate(bare.id)).toMatchObject({ status: 409, body: { key: 'fhir.notAnalysed' } })
  await generate()
  await db.updateTable('image').set({ patient_sex: 'F' }).where('id', '=', id).execute()
  expect(await read()).toMatchObject({ version: 1, stale: true })
  expect(await generate()).toMatchObject({ status: 409, body: { key: 'fhir.outOfDate' } })
})

test('a changed name makes a message out of date, and the next version has it', async () => {
  const { generate, read, db, id, download } = await withAnalysis()
  await generate()
  const set = { patient_name_korean: '홍길순' }
  await db.updateTable('image').set(set).where('id', '=', id).execute()
  expect((await read()).stale).toBe(true)
  expect((await generate()).body.version).toBe(2)
  expect(await read()).toMatchObject({ version: 2, stale: false })
  expect(JSON.stringify((await download()).bundle)).not.toContain('홍길동')
})

test('an invalid message is refused with its issues, and nothing is kept', async () => {
  const { generate, read, db, id } = await withAnalysis()
  const set = { study_uid: '1.02.3', series_uid: '1.2.4', instance_uid: '1.2.5' }
  await db.updateTable('image').set(set).where('id', '=', id).execute()
  const { status, body } = await generate()
  expect([status, body]).toMatchObject([422, { key: 'fhir.invalid' }])
  const { issues } = body.current as { issues: { message: string }[] }
  expect(issues[0]?.message).toBe('At ImagingStudy.identifier: this is not a UID: urn:oid:1.02.3.')
  expect((await read()).version).toBeNull()
  expect(await db.selectFrom('fhir_message').selectAll().execute()).toEqual([])
})

test('a clinician’s confirmation makes it final, with the name; a rejected one is not to be used', async () => {
  const { kim, id, generate, download, db } = await withAnalysis()
  await db.updateTable('app_user').set({ name: '이안과' }).where('id', '=', kim.id).execute()
  await generate()
  const review = async (decision: 'confirmed' | 'rejected') => {
    const { id: analysis_id } = await db
      .selectFrom('analysis_result')
      .select('id')
      .where('kind', '=', 'quality')
      .executeTakeFirstOrThrow()
    const query = { original_id: id }
    await kim.call(reviewAnalysis, { query, body: { analysis_id, decision } })
  }
  const report = async () => typed((await download()).bundle, 'DiagnosticReport')[0]
  expect(await report()).toMatchObject({ status: 'preliminary' })
  await review('confirmed')
  await generate()
  expect(await report()).toMatchObject({ status: 'final', resultsInterpreter: [{}] })
  expect(typed((await download()).bundle, 'Practitioner')).toMatchObject([
    { name: [{ text: '이안과' }] },
  ])
  await review('rejected')
  await generate()
  expect(await report()).toMatchObject({ status: 'entered-in-error' })
})

test('as a transaction it withdraws the findings of the previous analysis', async () => {
  const { generate, download, db, id } = await withAnalysis()
  await generate()
  const numbers = {
    grade: 'not-gradable',
    reasons: ['blurred'],
    fundus: 1,
    visibility: 0.1,
    field: null,
  }
  const analysis = await findCurrentAnalysis(db, id)
  await db
    .updateTable('analysis_result')
    .where('id', '=', analysis?.naming_result ?? 0)
    .set({ numbers: JSON.stringify(numbers) })
    .execute()
  await generate()
  const { bundle, headers } = await download('transaction')
  expect(headers['content-disposition']).toContain(`"fhir-${id}-v2.json"`)
  const requests = (bundle.entry ?? []).map(({ request }) => request)
  const deleted = requests.filter((request) => request?.method === 'DELETE')
  expect(deleted.map((request) => request?.url.split('/')[0])).toEqual([
    'Observation',
    'Observation',
    'RiskAssessment',
  ])
  expect(requests.every((request) => request?.method !== 'POST')).toBe(true)
  expect(validateResource(definitions, bundle)).toEqual([])
})

test('an assumed scale gives disc diameters, a certified network its number, each in its own resource', async () => {
  const started = await withAnalysis()
  const { kim, dataset, generate, download } = started
  const assumed = await analysedImage(started, kim, {
    datasetId: dataset.id,
    changes: {
      zones: {
        scale: { kind: 'assumed-disc', discMicrometres: 1800 },
        micrometresPerPixel: 9,
        measures: {
          craeInDiscs: { value: 0.08, uncertainty: 0.001, unit: 'DD', reference: null },
          crveInDiscs: { value: 0.12, uncertainty: 0.001, unit: 'DD', reference: null },
          avr: { value: 0.08 / 0.12, uncertainty: 0.01, unit: 'ratio', reference: null },
        },
        vessels: [],
        sources: {},
      },
      risk: {
        kind: 'plugged-in',
        value: 0.124,
        unit: 'probability',
        event: 'Cardiovascular disease',
        horizonYears: 10,
        band: 'moderate',
        regulatory: { status: 'MFDS', number: '26-1' },
        intendedUse: '',
        limits: '',
      },
    },
  })
  await generate(assumed)
  const text = JSON.stringify((await download('message', assumed)).bundle)
  expect(text).toContain('"value":0.08,"unit":"{disc diameters}"')
  expect(text).not.toContain('"um"')
  expect(text).toContain('99055-6')
  expect(text).toContain('"probabilityDecimal":12.4')
})

test('alternating images of two patients stay apart', async () => {
  const started = await withAnalysis({ fhir: { ...site, patient: 'update' } })
  const { kim, dataset, id, generate, download } = started
  const other = await analysedImage(started, kim, { datasetId: dataset.id, facts: stranger })
  for (const each of [id, other, id, other]) expect((await generate(each)).status).toBe(200)
  const [one, two] = [await download('message', id), await download('transaction', other)]
  const [first, second] = [one.bytes.toString(), two.bytes.toString()]
  expect(first).toMatch(/홍길동[^]*18944008/)
  expect(first).not.toMatch(/김유나|00099999|1971-01-02|"8966001"/)
  expect(second).toMatch(/김유나[^]*8966001/)
  expect(second).not.toMatch(/홍길동|00012345|1964-03-09|"18944008"/)
})

test('one number with two names, a guessed eye and missing facts cause warnings', async () => {
  const started = await withAnalysis({ fhir: {} })
  const { kim, dataset, generate } = started
  const odd = await analysedImage(started, kim, {
    datasetId: dataset.id,
    facts: {
      ...stranger,
      patient_id: '00012345',
      patient_birth_date: null,
      laterality_source: 'derived from patient orientation',
    },
  })
  const { warnings } = (await generate(odd)).body
  expect(warnings.map(({ key }) => key.replace('fhirWarnings.', ''))).toEqual([
    'eyeDerived',
    'birthDateMissing',
    'patientSystemMissing',
    'organisationMissing',
    'regulatoryMissing',
    'otherName',
  ])
})
