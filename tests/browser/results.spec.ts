import { readFile } from 'node:fs/promises'

import { buildFile, photographWith } from '#dicom/testing/build-file'

import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('annotations of an image are downloaded as DICOM, and sent if a PACS is set', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Results of ${person.username}`, ['lesion'])
  const series = photographWith(['0020000E', 'UI', '1.2.3.5'])
  const buffer = Buffer.from(buildFile(series))
  const image = { name: 'eye.dcm', mimeType: 'application/dicom', buffer }
  const upload = `/api/image/?dataset_id=${dataset.id}`
  const uploaded = await person.api.post(upload, { multipart: { image } })
  const { image: added } = (await uploaded.json()) as { image: { id: number } }
  const data = await person.api.get(`/api/dataset/${dataset.id}/data`)
  const { categories } = (await data.json()) as { categories: { id: number }[] }
  const segmentation = [[0, 0, 3, 0, 3, 2, 0, 2]]
  const category_id = categories[0]?.id
  const drawn = await person.api.post('/api/annotation/', {
    data: { image_id: added.id, category_id, segmentation },
  })
  expect(drawn.ok(), await drawn.text()).toBe(true)

  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Show all images' }).click()
  const menu = page.getByRole('button', { name: /eye\.dcm/u })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: /DICOM SR/ })).toBeHidden()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download annotations (DICOM SEG)' }).click()
  expect((await download).suggestedFilename()).toBe(`image-${added.id}-annotations.dcm`)
  const bytes = await readFile(await (await download).path())
  expect(bytes.toString('latin1', 128, 132)).toBe('DICM')
  expect(bytes.includes('1.2.840.10008.5.1.4.1.1.66.4')).toBe(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Send results to the PACS' }).click()
  await expect(page.getByText('No PACS is set for this dataset.')).toBeVisible()
})
