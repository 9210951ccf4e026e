import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startFovea } from '../running-fovea.ts'
import { expect, registered, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

const root = '1.2.826.0.1.3680043.10.999'

const text = (vr: string, value: unknown) => ({ vr, Value: [value] })

/** A DICOMweb service's answer about a study, by tag (PS3.18 F.2). */
function study(end: number, name: object, modality = 'OP') {
  return {
    '00080020': text('DA', '20261101'),
    '00080030': text('TM', '101500'),
    '00080061': text('CS', modality),
    '00100010': text('PN', name),
    '00100020': text('LO', `P-${end}`),
    '0020000D': text('UI', `${root}.${end}`),
    '00201208': text('IS', 2),
  }
}

const studies = [
  study(1, { Alphabetic: 'Hong^Gildong', Phonetic: '홍^길동' }),
  study(2, { Alphabetic: 'Miller^Eva' }),
  study(3, { Alphabetic: 'Adams^Ann' }, 'US'),
]

/** An archive that finds its studies and has lost their images. */
async function startArchive() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://archive')
    const uid = searchParams.get('StudyInstanceUID')
    const found = studies.filter((each) => uid === null || each['0020000D'].Value[0] === uid)
    const answer = pathname === '/studies' ? found : []
    response.setHeader('content-type', 'application/dicom+json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, address: `http://127.0.0.1:${port}` }
}

test('studies of the PACS are found, ticked and retrieved, and failures are named', async ({
  browser,
}) => {
  const { server, address: DICOMWEB } = await startArchive()
  const fovea = await startFovea({
    ALLOW_REGISTRATION: 'true',
    OUTBOUND_HOSTS: `127.0.0.1,${new URL(DICOMWEB).host}`,
  })
  const api = await registered(fovea.address, 'kim')
  const { id } = await givenDataset({ username: 'kim', api }, 'Clinic')
  const PACS = { DICOMWEB, RETRIEVE: 'WADO-RS', MODALITY: 'OP' }
  await api.post(`/api/dataset/${id}`, { data: { settings: { PACS } } })
  const context = await browser.newContext({ baseURL: fovea.address })
  await context.addCookies((await api.storageState()).cookies)
  const page = await context.newPage()
  await page.goto(`/tabulardataset/${id}`)
  await page.getByRole('button', { name: 'Retrieve from PACS' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Patient Name'), 'one can write at once').toBeFocused()

  await dialog.getByLabel('Patient Name').fill('Nobody')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No matching study in the PACS')).toBeVisible()

  await dialog.getByLabel('Patient Name').fill('')
  await dialog.getByRole('combobox', { name: 'Modality' }).click()
  await page.getByRole('option', { name: 'Any modality' }).click()
  await dialog.getByRole('button', { name: 'Search' }).click()
  await expect(dialog.getByText('3 studies found.')).toBeVisible()
  const row = (name: string) => dialog.getByRole('row', { name })
  await expect(row('Hong Gildong')).toContainText('홍길동')
  await expect(row('Hong Gildong')).toContainText('2026-11-01 10:15')
  await expect(row('Adams Ann')).toContainText('No OP')
  await expect(row('Adams Ann').getByRole('checkbox')).toBeDisabled()

  await dialog.getByRole('checkbox', { name: 'Select all studies' }).check()
  await expect(dialog.getByText('2 studies selected.')).toBeVisible()
  await row('Miller Eva').click()
  await expect(dialog.getByText('1 study selected.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Miller Eva/ }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('2 studies selected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Retrieve', exact: true }).click()
  await expect(dialog).toBeHidden()
  const failure = page.getByRole('alert').filter({ hasText: '2 of 2 studies are incomplete' })
  await expect(failure).toContainText('Study of patient P-1 of 2026-11-01: It has no images')
  await expect(failure).toContainText('Study of patient P-2')

  await context.close()
  await api.dispose()
  await fovea.stop()
  server.close()
})
