import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { MeasuredNumbers } from '#contract/analysis-numbers'
import { getAnnotatorData } from '#contract/annotations'
import { getResultObject } from '#contract/dicom-results'
import { downloadExport, listExports, startExport } from '#contract/exports'
import { generateFhir, getFhir, getFhirCodeSystem } from '#contract/fhir'
import { getImageReport } from '#contract/reports'
import type { ResultDescription } from '#contract/results/description'
import { describedKind, resultKinds } from '#contract/results/kinds'
import { writingIn } from '#report/language'
import { describeMeasures } from '#report/measure-table'

import { analyseAs, exampleNumbers, patient } from '../../testing/analysed-image.ts'
import { startApp } from '../../testing/start-app.ts'

const described = resultKinds.map(describedKind)
const legend = '../../../../web/src/features/annotations/analysis/legend.module.css'

test('every mark of a described kind has its shape in the legend', async () => {
  const styles = await readFile(path.join(import.meta.dirname, legend), 'utf8')
  const forms = described.flatMap(({ marks = [] }) => marks.map(({ look }) => look.form))
  expect(forms).not.toEqual([])
  expect(forms.filter((form) => !styles.includes(`[data-form='${form}']`))).toEqual([])
})

const examples: Readonly<Record<string, object>> = {
  ...exampleNumbers,
  vessels: { density: 0.1, method: 'network' },
}

/** Example numbers of a kind, with one for each of its measures. */
function numbersOf({ id, measures }: ResultDescription): object {
  const { [id]: example = {} } = examples
  if (measures === undefined) return example
  const keys = measures.flatMap((group) => group.measures.map(({ key }) => key))
  const amount = { value: 0.7, uncertainty: 0.02, unit: 'ratio', reference: null }
  const all = Object.fromEntries(keys.map((key) => [key, amount]))
  const known = MeasuredNumbers.safeParse(example).data?.measures
  return { ...example, measures: { ...all, ...known } }
}

/** An image with a result of every described kind, and everything that shows or exports it. */
async function withEveryKind() {
  const started = await startApp({ works: true })
  const { given, db } = started
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const { id } = await given.image(kim, dataset)
  const changes = Object.fromEntries(
    described
      .filter(({ purpose }) => purpose === 'findings')
      .map((kind) => [kind.id, numbersOf(kind)]),
  )
  await analyseAs(started, id, { facts: patient, changes })
  const table = async (): Promise<string> => {
    const params = { id: dataset.id }
    await kim.call(startExport, { params, body: { format: 'analysis' } })
    const made = async () => (await kim.call(listExports, { params })).body[0]?.id
    await expect.poll(made).toBeDefined()
    const file = await kim.call(downloadExport, { params: { id: (await made()) ?? 0 } })
    return Buffer.from(file.bytes).toString('utf8')
  }
  return { db, kim, id, table }
}

test('every described kind appears in annotator, report, table, FHIR and SR', async () => {
  const { kim, id, table } = await withEveryKind()
  const query = { original_id: id }
  const { body: data } = await kim.call(getAnnotatorData, { params: { id } })
  const { body: shown } = await kim.call(getImageReport, { params: { id } })
  const numbers = shown.report.analysis?.numbers
  const rows = describeMeasures([shown.report], writingIn('ko', 'UTC')).groups.flatMap(
    (group) => group.rows,
  )
  const lines = await table()
  expect((await kim.call(generateFhir, { query })).status).toBe(200)
  const message = JSON.stringify((await kim.call(getFhir, { query })).body.message)
  const { bytes } = await kim.call(getFhirCodeSystem)
  const codes = JSON.stringify(JSON.parse(Buffer.from(bytes).toString('utf8')))
  const object = await kim.call(getResultObject, {
    params: { id, object: 'measurements' },
    query: {},
  })
  const report = Buffer.from(object.bytes).toString('utf8')
  const findings = described.filter(({ purpose }) => purpose === 'findings')
  for (const { id: kind } of findings) expect(data.image.results[kind]).toMatchObject({ kind })
  for (const { id: kind } of described.filter(({ reported }) => reported !== undefined))
    expect(numbers).toHaveProperty(kind, expect.anything())
  const measured = described.flatMap(({ measures = [] }) =>
    measures.flatMap((group) => group.measures),
  )
  for (const { key, name } of measured) {
    expect(rows).toContainEqual(expect.objectContaining({ key, name: name.ko }))
    expect(lines).toContain(`"${key}"`)
    expect(report).toContain(key)
  }
  for (const { sr } of described) expect(report).toContain(sr?.tracking ?? '')
  for (const { code, display } of described.flatMap(({ fhir }) =>
    fhir === undefined ? [] : [fhir, ...fhir.measures],
  )) {
    expect(message).toContain(`"code":"${code}","display":"${display}"`)
    expect(codes).toContain(`"code":"${code}"`)
  }
})
