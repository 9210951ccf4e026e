import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

const size = { width: 320, height: 240 }
const square = [[10, 10, 90, 10, 90, 90, 10, 90]]

function cocoFile(annotations: readonly object[]) {
  const document = {
    images: [
      { id: 1, file_name: 'eye.png', ...size },
      { id: 2, file_name: 'nowhere.png', ...size },
    ],
    categories: [{ id: 7, name: 'Microaneurysm' }],
    annotations,
  }
  const buffer = Buffer.from(JSON.stringify(document))
  return { name: 'annotations.json', mimeType: 'application/json', buffer }
}

test('a COCO file is tried out, then imported; again it brings nothing', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Import ${person.username}`, ['Drusen'])
  await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/dataset/${dataset.id}`)
  const open = page.getByRole('button', { name: 'Import' })
  const dialog = page.getByRole('dialog')
  const choose = async () => {
    await open.click()
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    const annotations = [1, 2].map((image_id) => ({
      id: image_id,
      image_id,
      category_id: 7,
      segmentation: square,
    }))
    await (await chooser).setFiles(cocoFile(annotations))
    await expect(dialog.getByText('Effects of the import')).toBeVisible({ timeout: 30_000 })
  }
  await choose()
  await expect(dialog.getByRole('definition')).toHaveText([
    '1',
    '0',
    '1',
    '1 of 2',
    'Microaneurysm',
  ])
  const reasons = dialog.getByRole('region', { name: 'Skipped entries and the reasons' })
  await expect(reasons).toContainText('Images that are not in the dataset: 1')
  await expect(reasons).toContainText('nowhere.png')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('New annotations: 1. Already there: 0. Skipped: 1.')).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByRole('list').getByText('1 annotation')).toBeVisible()

  await choose()
  await expect(dialog.getByRole('definition').first()).toHaveText('0')
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('an invalid file is refused with the reason', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Refused ${person.username}`)
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Import' }).click()
  const chooser = page.waitForEvent('filechooser')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  const buffer = Buffer.from('{"images": [')
  await (await chooser).setFiles({ name: 'half.json', mimeType: 'application/json', buffer })
  await expect(dialog.getByRole('alert')).toContainText('it stops in the middle', {
    timeout: 30_000,
  })
})

test('an export in another format comes as its own kind of file', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Masks ${person.username}`, ['Drusen'])
  await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: 'Masks' }).click()
  await dialog.getByLabel('Include images without annotations').check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(row).toContainText('PNG masks', { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: /^Download/u }).click()
  expect((await download).suggestedFilename()).toMatch(/^masks-\d+\.zip$/u)
})
