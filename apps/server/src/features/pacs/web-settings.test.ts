import { expect, test } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import { testPacs, type PacsChange } from '#contract/pacs'

import { startApp } from '../../testing/start-app.ts'
import { webSettingsOf } from './web-settings.ts'

const there = { DICOMWEB: 'https://pacs.clinic.lan/dicom-web', WEBUSER: 'fovea' }

async function givenDataset() {
  const started = await startApp({
    outboundHosts: ['pacs.clinic.lan', 'pacs.clinic.lan:8443', 'else.clinic.lan'],
  })
  const kim = await started.given.user('kim')
  const { id } = await started.given.dataset(kim)
  const params = { id }
  const save = (PACS: Partial<PacsChange>) =>
    kim.call(updateDataset, { params, body: { settings: { PACS } } })
  const shown = async () => (await kim.call(getDatasetData, { params })).body.dataset.settings.PACS
  const password = async () => {
    const row = await started.db.selectFrom('dataset').selectAll().executeTakeFirstOrThrow()
    return webSettingsOf(started.parts, row).password
  }
  return { ...started, kim, params, save, shown, password }
}

test('a password for DICOMweb is accepted, kept sealed, and never returned', async () => {
  const { save, shown, password, db } = await givenDataset()
  expect(await shown()).toMatchObject({ WEBUSER: '', WEBPASSWORDSET: false })
  const long = `hunter2${'x'.repeat(249)}`
  const saved = await save({ ...there, WEBPASSWORD: long })
  expect(saved.body.settings.PACS).toMatchObject({ ...there, WEBPASSWORDSET: true })
  const everywhere = [
    saved.body,
    await shown(),
    await db.selectFrom('dataset').selectAll().execute(),
    await db.selectFrom('audit_event').selectAll().execute(),
  ]
  expect(JSON.stringify(everywhere)).not.toContain('hunter2')
  expect(await password()).toBe(long)
})

test('it stays while host and user do, and is sent to no other host', async () => {
  const { save, shown, password } = await givenDataset()
  await save({ ...there, WEBPASSWORD: 'hunter2' })
  await save({ ...there, DICOMWEB: 'https://pacs.clinic.lan/other', MODALITY: 'OP' })
  expect(await password()).toBe('hunter2')
  const others = [
    { DICOMWEB: 'https://else.clinic.lan/dicom-web' },
    { DICOMWEB: 'http://pacs.clinic.lan/dicom-web' },
    { DICOMWEB: 'https://pacs.clinic.lan:8443/dicom-web' },
    { WEBUSER: 'kim' },
    { WEBUSER: '' },
    { WEBPASSWORD: '' },
  ]
  for (const other of others) {
    await save({ ...there, WEBPASSWORD: 'hunter2' })
    await save({ ...there, ...other })
    expect([other, await password()]).toEqual([other, ''])
    expect((await shown()).WEBPASSWORDSET).toBe(false)
  }
})

test('it must not be part of the address, nor a colon part of the user', async () => {
  const { save } = await givenDataset()
  const answers = [
    await save({ DICOMWEB: 'https://fovea:hunter2@pacs.clinic.lan/dicom-web' }),
    await save({ ...there, WEBUSER: 'fo:vea' }),
  ]
  for (const { status } of answers) expect(status).toBe(400)
})

test.each([{ RETRIEVE: 'WADO-RS' }, { SENDBY: 'STOW-RS' }] as const)(
  '%o is refused without an address, whoever saves or tries it',
  async (chosen) => {
    const { save, shown, kim, params } = await givenDataset()
    const refused = {
      status: 400,
      body: { fields: { 'settings.PACS.DICOMWEB': expect.stringContaining('need the address') } },
    }
    expect(await save(chosen)).toMatchObject(refused)
    const trial = await kim.call(testPacs, { params, body: chosen })
    expect(trial).toMatchObject({ status: 400 })
    expect(await shown()).toMatchObject({ RETRIEVE: 'C-MOVE', SENDBY: 'C-STORE' })
    expect(await save({ ...there, ...chosen })).toMatchObject({ status: 200 })
  },
)
