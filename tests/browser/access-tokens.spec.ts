import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('a user makes an access token for a viewer, and ends it', async ({ page, person, fovea }) => {
  const { id } = await givenDataset(person, `Viewed by ${person.username}`)
  const search = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${fovea.address}/api/dicomweb/dataset/${id}/studies`, { headers })).status
  }
  await page.goto('/user')
  await page.getByRole('button', { name: 'Create access token' }).click()
  const dialog = page.getByRole('dialog')
  const list = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${fovea.address}/api/dataset/`, { headers })
    return ((await answer.json()) as { name: string }[]).map(({ name }) => name)
  }
  const create = dialog.getByRole('button', { name: 'Create access token' })
  await expect(create).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('OHIF in the reading room')
  await dialog.getByRole('checkbox', { name: 'Annotate' }).check()
  await dialog.getByRole('combobox', { name: 'Only in these datasets' }).fill('Viewed by')
  await page.getByRole('option', { name: `Viewed by ${person.username}` }).click()
  await page.keyboard.press('Escape')
  await create.click()
  const token = await dialog.getByLabel('New access token').inputValue()
  expect(await search(token)).toBe(200)
  expect(await list(token)).toEqual([`Viewed by ${person.username}`])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const row = page.getByRole('row', { name: /OHIF in the reading room/ })
  await expect(row).toContainText(`Read, AnnotateViewed by ${person.username}`)
  await row.getByRole('button', { name: 'Revoke token OHIF in the reading room' }).click()
  await page.getByRole('button', { name: 'Revoke token', exact: true }).click()
  await expect(row).toBeHidden()
  expect(await search(token)).toBe(401)
})
