import { expect, password, test } from './fixtures.ts'

test('a person sees the open sessions and ends the others', async ({ page, person, browser }) => {
  const elsewhere = await browser.newPage({ locale: 'en-GB' })
  await page.goto('/user')
  await elsewhere.goto(new URL('/', page.url()).href)
  await elsewhere.getByLabel('Username').fill(person.username)
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'Login' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'My Images' })).toBeVisible()

  await page.reload()
  const row = page.getByRole('table', { name: 'Open sessions' }).getByRole('row')
  await expect(row.filter({ hasText: 'Chrome, Linux' })).toHaveCount(1)
  await expect(row.filter({ hasText: 'This one' })).toHaveCount(1)
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(row.filter({ hasText: 'Chrome, Linux' })).toHaveCount(0)
  await expect(elsewhere.getByText('Session ended')).toBeVisible()
  await elsewhere.close()
})
