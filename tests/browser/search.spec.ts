import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('Ctrl+K finds a page, a dataset and a command by the keyboard alone', async ({
  page,
  person,
}) => {
  await givenDataset(person, 'Ocular study')
  await page.goto('/tasks')
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Dataset, patient, page or command' })

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expectAccessible(page, 'search')
  await field.focus()
  await page.keyboard.type('ocular')
  await expect(page.getByRole('option', { name: 'Ocular study' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tabulardataset\/\d+$/u)

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('upload to ocular')
  await page.getByRole('option', { name: 'Upload to Ocular study' }).click()
  await expect(page.getByRole('dialog', { name: 'Upload' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(/\/dataset\/\d+$/u)

  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('create a d')
  await expect(page.getByRole('option', { name: 'Create a dataset' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Dataset' })).toBeVisible()
  // Not above another dialog.
  await page.keyboard.press('Control+k')
  await expect(field).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('zzz')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
})
