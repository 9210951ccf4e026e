import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { complaintsOf, signIn } from './given.ts'

test('help leads to the handbook, whose search finds a page while one types', async ({
  page,
  context,
  person,
}) => {
  const complaints = await complaintsOf(page)
  await signIn(context, person)
  await page.goto('/help')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: /Handbook/ }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText('Handbook of Fovea')

  await page.goto('/docs/operation')
  await expectAccessible(page, '/docs/operation')
  await page.keyboard.press('/')
  await page.keyboard.type('adjudic')
  await expect(page.getByRole('link', { name: /Agreement and adjudication/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/assignments#/)

  await page.getByRole('button', { name: 'Light or dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(page.getByRole('link', { name: 'The audit trail' })).toBeHidden()
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('link', { name: 'The audit trail' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The audit trail')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(complaints).toEqual([])
})
