import { expect, password, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

test('a screen that is not loaded yet waits for the server and continues automatically', async ({
  page,
  context,
  person: _person,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Create Dataset' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
  await expect(page).toHaveURL(/\/categories$/u)
})

test('a link that needed signing in is one click away afterwards', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Linked ${person.username}`)
  const image = await givenImage(person, dataset.id, 'linked.png')
  const link = `/annotate/${image.id}`
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Username' }).fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/datasets$/u)
  await page.getByRole('link', { name: `Continue to image ${image.id}` }).click()
  await expect(page).toHaveURL(link)
  await expect(page.getByRole('application')).toBeVisible()
})
