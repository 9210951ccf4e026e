import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

test('a person states whose image it is and its scale, and takes it back', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Patients ${person.username}`)
  const image = await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/annotate/${image.id}`)
  const open = page.getByRole('button', { name: 'Patient data' })
  const dialog = page.getByRole('dialog', { name: /^Patient data/u })
  await open.click()
  await dialog.getByLabel('Patient ID').fill('P-0001')
  await dialog.getByLabel('Patient name').fill('홍길동')
  await dialog.getByLabel('Birth date', { exact: true }).fill('1956-02-29')
  await dialog.getByLabel('Sex').selectOption('Female')
  await dialog.getByLabel('Eye', { exact: true }).selectOption('Left (OS)')
  await dialog.getByText('Field angle', { exact: true }).click()
  await dialog.getByLabel('Field angle in degrees').fill('45')
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Image circle in pixels').fill('1440')
  await expectAccessible(page, 'the dialog of patient data')
  await save.click()
  await expect(dialog).toHaveCount(0)

  await page.goto(`/tabulardataset/${dataset.id}`)
  const row = page.getByRole('row', { name: /P-0001/u })
  await expect(row).toContainText('홍길동')
  await expect(row).toContainText('OS')
  await row.getByRole('button', { name: /eye\.png/u }).click()
  await page.getByRole('menuitem', { name: 'Patient data' }).click()
  await expect(dialog.getByText('In use: 9.05 µm per pixel, entered for this image.')).toBeVisible()
  await expect(dialog.getByText(/Entered by .*Not in the file/u).first()).toBeVisible()
  await dialog.getByLabel('Patient ID').fill('')
  await expect(dialog.getByText('This image will be assigned to another patient')).toBeVisible()
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('P-0001')).toHaveCount(0)
  await expect(page.getByText('홍길동')).toBeVisible()
})

test('a table of patient data is tried out before it changes anything', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Table ${person.username}`)
  const image = await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Patient data from a CSV file…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Patient data from a CSV file' })
  const choose = (text: string) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'patients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`image_id,patient_id,eye\n${text}`),
    })
  await choose(`${image.id},P-7,X\n`)
  await expect(dialog.getByRole('row', { name: /^1 eye X is not accepted/u })).toBeVisible()
  const apply = dialog.getByRole('button', { name: /^Apply to/u })
  await expect(apply).toBeDisabled()
  await choose(`${image.id},P-7,R\n`)
  await expect(dialog.getByText('1 image would change (rows in the file: 1).')).toBeVisible()
  await expectAccessible(page, 'the dialog of a table of patient data')
  await apply.click()
  await expect(dialog.getByText('1 image was changed.')).toBeVisible()
  await page.goto(`/tabulardataset/${dataset.id}`)
  await expect(page.getByRole('row', { name: /P-7/u })).toContainText('OD')
})
