import { expect, test } from './fixtures.ts'
import { givenDataset, signInAsNew } from './given.ts'

test('empty lists lead to the next step', async ({ page, person }) => {
  const { id } = await givenDataset(person, `Empty ${person.username}`)
  await page.goto(`/dataset/${id}?tab=exports`)
  await expect(page.getByText('No exports yet')).toBeVisible()
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible()

  await page.goto(`/dataset/${id}?tab=statistics`)
  await page.getByRole('link', { name: 'Choose categories' }).first().click()
  await expect(page.getByRole('checkbox', { name: /^Structures/u })).toBeVisible()

  await page.goto('/tasks')
  await page.getByRole('link', { name: 'Go to My Images' }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
})

test('who may not take the next step reads whom to ask', async ({ page, context, admin }) => {
  const username = `asks-${Date.now() % 1e8}`
  const dataset = await givenDataset(admin, `Asked ${username}`)
  await signInAsNew(context, admin, { username, name: 'Asks' })
  const users = { users: [username] }
  await admin.api.post(`/api/dataset/${dataset.id}/share`, { data: users })
  await page.goto(`/dataset/${dataset.id}?tab=members`)
  await expect(page.getByText('The owner, administrator, invites members')).toBeVisible()
})
