import { readFile } from 'node:fs/promises'

import { buildFile, photographWith } from '#dicom/testing/build-file'

import { zipOf } from '../../apps/server/src/platform/files/zip.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

async function* files() {
  yield { name: 'CD/eye.dcm', content: Buffer.from(buildFile(photographWith())) }
  const other = photographWith(['00080018', 'UI', '1.2.3.9'])
  const jpegXl = buildFile(other, 'explicit', '1.2.840.10008.1.2.4.110')
  yield await Promise.resolve({ name: 'CD/foreign.dcm', content: Buffer.from(jpegXl) })
}

test('an archive’s DICOM files are listed, explained, and downloaded without a name', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  const dialog = page.getByRole('dialog')
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files' }).click()
  const buffer = Buffer.concat(await Array.fromAsync(zipOf(files(), new Date())))
  await (await chooser).setFiles({ name: 'CD.zip', mimeType: 'application/zip', buffer })
  await expect(dialog.getByText('its images are being added as a task')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const foreign = page.getByRole('listitem').filter({ hasText: 'foreign.dcm' })
  await expect(async () => {
    await page.goto(`/dataset/${dataset.id}?folder=CD`)
    await expect(foreign).toContainText('JPEG XL Lossless is not supported', { timeout: 2000 })
  }).toPass()
  const eye = page.getByRole('listitem').filter({ hasText: 'eye.dcm' })
  await eye.getByRole('button', { name: /Menu|menu/ }).click()
  await page.getByRole('menuitem', { name: 'Download DCM, de-identified' }).click()
  await expect(dialog).toContainText('What is written into the picture itself stays')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'It shows none, download' }).click()
  const file = await (await download).path()
  expect((await download).suggestedFilename()).toMatch(/^image-\d+-deidentified\.dcm$/)
  expect((await readFile(file)).includes('Gildong')).toBe(false)
})
