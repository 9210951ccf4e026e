import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('an owner adds a webhook, keeps its secret, tests it, and switches it off', async ({
  page,
  person,
}) => {
  const { id } = await givenDataset(person, `Told by ${person.username}`)
  await page.goto(`/dataset/${id}?tab=settings#webhooks`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add webhook' })
  await dialog.getByLabel('Address').fill('https://elsewhere.example/events')
  await dialog.getByLabel('Image added').check()
  await add.click()
  await expect(page.getByText(/may not call elsewhere\.example/)).toBeVisible()
  await dialog.getByLabel('Address').fill('https://ai.example/events')
  await add.click()
  await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_[\w+/]{43}=$/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const card = page.getByRole('article', { name: 'https://ai.example/events' })
  await expect(card).toContainText(`Works in the name of ${person.username}`)
  await expect(card).toContainText('Analysis finished')
  await card.getByRole('button', { name: 'Send test message' }).click()
  // Nobody is at that address.
  await expect(card.getByRole('row', { name: /Test/ })).toContainText(
    /Waiting.*could not be reached/,
  )
  await card.getByRole('switch', { name: 'On' }).press('Space')
  await expect(card.getByRole('row', { name: /Test/ })).toContainText('Cancelled')
  await expect(card.getByRole('button', { name: 'Send test message' })).toBeDisabled()
  await card.getByRole('button', { name: 'Actions for https://ai.example/events' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(card).toBeHidden()
})
