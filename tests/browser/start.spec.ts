import { expect, test } from './fixtures.ts'

test('the first page loads without an error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await expect(page).toHaveTitle(/Fovea/u)
  await expect(page.getByRole('button').first()).toBeVisible()
  expect(errors).toEqual([])
})
