import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readSiteFile } from './site-file.ts'

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-site-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'mics.json')
  await writeFile(file, text)
  return file
}

test('the example that ships is a usable site file', () => {
  const example = path.join(import.meta.dirname, '../../../../../docs/examples/mics.json')
  const site = readSiteFile(example)
  expect(site).toMatchObject({
    adapter: 'oracle',
    reportUrl: 'https://fovea.hospital.example/annotate/{imageId}',
  })
})

test('comments are ignored, and defaults filled in', async () => {
  const file = await fileOf('{ // kind\n "adapter": "demo", "reportUrl": "https://a.example//x" }')
  expect(readSiteFile(file)).toEqual({
    adapter: 'demo',
    whenMany: 'ask',
    language: 'en',
    reportUrl: 'https://a.example//x',
  })
})

test('faults are named: an unknown adapter, a misspelt name, a statement that does too much', async () => {
  const unknown = await fileOf('{ "adapter": "fax" }')
  expect(() => readSiteFile(unknown)).toThrow(/adapter/)
  const misspelt = await fileOf('{ "adapter": "demo", "whenmany": "ask" }')
  expect(() => readSiteFile(misspelt)).toThrow(/whenmany/)
  const statement = JSON.stringify({
    adapter: 'oracle',
    operations: { ping: { sql: 'drop table ORDERS' }, findOrder: { sql: 'select 1 from dual' } },
  })
  const greedy = await fileOf(statement)
  expect(() => readSiteFile(greedy)).toThrow(/ping begins with select/)
})

test('a withdrawn result is sent as C and W unless the site file says otherwise, and never as X', async () => {
  expect(await read('{ "adapter": "hl7v2" }')).toMatchObject({
    withdrawn: { report: 'C', observation: 'W' },
  })
  const other = '{ "adapter": "hl7v2", "withdrawn": { "observation": "D" } }'
  expect(await read(other)).toMatchObject({ withdrawn: { report: 'C', observation: 'D' } })
  const cancelling = '{ "adapter": "hl7v2", "withdrawn": { "report": "X" } }'
  await expect(read(cancelling)).rejects.toThrow(/withdrawn/)
})

async function read(text: string) {
  return readSiteFile(await fileOf(text))
}
