import { expect, test } from './fixtures.ts'

test('a newcomer loads the example clinic, sees its patients, and removes it', async ({
  page,
  person,
}) => {
  await page.goto('/datasets')
  await page.getByRole('button', { name: 'Load the example clinic' }).click()
  await expect(page).toHaveURL(/tabulardataset/)
  await expect(
    page.getByRole('heading', { name: `Example clinic (${person.username})` }),
  ).toBeVisible()
  await expect(page.getByText('Example, not a patient')).toBeVisible()
  await expect(page.getByRole('row', { name: /Example Dongha/u })).toHaveCount(3)
  await page.goto('/datasets')
  await expect(page.getByText('Example, not a patient')).toBeVisible()
  await page.getByRole('button', { name: 'Example clinic', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Example clinic' })
  await expect(dialog.getByText(/IDRiD|Indian Diabetic/u)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the example clinic?' })
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The example clinic was removed.')).toBeVisible()
  await expect(page.getByText('Example, not a patient')).toBeHidden()
})
