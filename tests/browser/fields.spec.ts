import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, signIn } from './given.ts'

test('an owner makes fields on the page, and readers fill them in, undo and find them again', async ({
  page,
  context,
  admin,
}) => {
  const dataset = await givenDataset(admin, 'Fields of eyes', ['Drusen'])
  const image = await givenImage(admin, dataset.id, 'eye-a.png')
  await givenImage(admin, dataset.id, 'eye-b.png')
  await signIn(context, admin)

  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add DR grade' }).click()
  await page.getByRole('button', { name: 'Add Gradability' }).click()
  await page.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByLabel('Name (English)').fill('Lens')
  await dialog.getByLabel('Name (Korean)').fill('수정체')
  await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('lens')
  await dialog.getByLabel('Value of option 1').fill('clear')
  await dialog.getByLabel('Value of option 2').fill('cataract')
  await dialog.getByLabel('English name of option 2').fill('Cataract')
  await expectAccessible(page, 'dialog of a field')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const fields = page.locator('section', { has: page.getByRole('heading', { name: 'Fields' }) })
  await fields.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The fields were saved.')).toBeVisible()

  await page.goto(`/annotate/${image.id}`)
  const panel = page.getByRole('region', { name: 'Fields of the image' })
  const grade = panel.getByRole('combobox', { name: 'DR grade' })
  const choose = async (name: string, option: string) => {
    await panel.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await expectAccessible(page, 'annotator with fields')
  await choose('DR grade', '2 Moderate NPDR')
  await choose('Lens', 'Cataract')
  await choose('Lens', 'clear')
  await page.getByRole('application').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+z')
  await expect(panel.getByRole('combobox', { name: 'Lens' })).toHaveValue('Cataract')
  await expect(grade).toHaveValue('2 Moderate NPDR')
  const saved = async () => {
    const answer = await admin.api.get(`/api/annotator/data/${image.id}`)
    return (await answer.json()).image.fields
  }
  await expect.poll(saved).toEqual({ dr_grade: '2', lens: 'cataract' })

  // A colleague's value appears without a reload.
  const theirs = { gradability: { from: null, to: 'limited' } }
  await admin.api.post('/api/annotator/data', { data: { image: { id: image.id, fields: theirs } } })
  await expect(panel.getByRole('combobox', { name: 'Gradability' })).toHaveValue('With limits')

  await page.goto(`/tabulardataset/${dataset.id}`)
  const joined = page.getByRole('columnheader', { name: 'Fields' })
  await expect(joined, 'they share a column in a small window').toBeVisible()
  await expect(page.getByRole('cell', { name: /^2 Moderate NPDR · / })).toBeVisible()
  await page.setViewportSize({ width: 1600, height: 900 })
  await expect(page.getByRole('columnheader', { name: 'DR grade' })).toBeVisible()
  await expect(page.getByRole('cell', { name: '2 Moderate NPDR', exact: true })).toBeVisible()
  await expectAccessible(page, 'table with fields')
  const rows = page.getByRole('row').filter({ hasText: 'eye-' })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'DR grade' }).click()
  await expect(rows.first()).toContainText('eye-b.png')
  await page.getByRole('combobox', { name: 'Lens' }).click()
  await page.getByRole('option', { name: 'Cataract' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('eye-a.png')
})
