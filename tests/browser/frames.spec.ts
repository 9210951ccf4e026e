import { buildFile, photographWith } from '#dicom/testing/build-file'

import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('of a file with many frames the one that a person chooses is shown', async ({
  page,
  person,
}) => {
  const frames = 70
  const pixels = Uint8Array.from({ length: 8 * frames }, (_, at) => 3 * Math.floor(at / 8))
  const content = buildFile(
    photographWith(['00280008', 'IS', String(frames)], ['7FE00010', 'OB', pixels]),
  )
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  const image = { name: 'film.dcm', mimeType: 'application/dicom', buffer: Buffer.from(content) }
  await person.api.post(`/api/image/?dataset_id=${dataset.id}`, { multipart: { image } })
  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Show all images' }).click()
  await page.getByRole('button', { name: /film\.dcm/u }).click()
  await page.getByRole('menuitem', { name: 'Choose frame (1 of 70)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Frame' }).fill('66')
  await expect(dialog.getByRole('img', { name: 'Frame 66 of 70' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Use frame 66' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /film\.dcm/u }).click()
  await expect(page.getByRole('menuitem', { name: 'Choose frame (66 of 70)' })).toBeVisible()
})
