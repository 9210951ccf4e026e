import { expect, test } from './fixtures.ts'
import { signIn } from './given.ts'

test('an administrator enters references of the site, and sees who entered them', async ({
  page,
  context,
  admin,
}) => {
  await signIn(context, admin)
  await page.goto('/admin/references')
  await expect(page.getByText('No references have been entered')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save' })
  await page.getByRole('button', { name: 'Add reference' }).click()
  await expect(save).toBeDisabled()
  await page.getByLabel('Measure, reference 1').selectOption('AVR')
  await page.getByLabel('Sex, reference 1').selectOption('Female')
  const inputs = {
    'Age from, reference 1': '40',
    'Age to, reference 1': '69',
    'Mean, reference 1': '0.66',
    'SD, reference 1': '0.05',
    'People, reference 1': '412',
    'Source, reference 1': 'Health screening of 2025, 45°',
  }
  for (const [label, value] of Object.entries(inputs)) await page.getByLabel(label).fill(value)
  await save.click()
  await expect(page.getByText(/^Entered by /)).toBeVisible()

  // A second entry for the same people is refused with the rows' names.
  await page.getByRole('button', { name: 'Add reference' }).click()
  const again = { ...inputs, 'Mean, reference 2': '0.7' }
  for (const [label, value] of Object.entries(again))
    await page.getByLabel(label.replace('1', '2')).fill(value)
  await save.click()
  await expect(page.getByText('References 1 and 2 overlap in measure')).toBeVisible()
  await page.getByRole('button', { name: 'Remove reference 2' }).click()

  await page.reload()
  await expect(page.getByLabel('Mean, reference 1')).toHaveValue('0.66')
  await page.getByRole('button', { name: 'Remove reference 1' }).click()
  await save.click()
  await expect(page.getByText('No references have been entered')).toBeVisible()
})
