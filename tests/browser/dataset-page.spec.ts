import { expect, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage, signInAsNew } from './given.ts'

test('the statistics of a dataset are drawn and in text, and the tab is remembered', async ({
  page,
  person,
  admin,
}) => {
  const dataset = await givenDataset(person, `Statistics ${person.username}`, ['Drusen', 'Cyst'])
  const image = await givenImage(person, dataset.id, 'eye.png')
  await givenAnnotation(person, image.id)
  await givenAnnotation(admin, image.id)
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Statistics' }).click()
  const perCategory = page.getByRole('table', { name: 'Annotations Per Category' })
  await expect(perCategory.getByRole('row', { name: 'Cyst' })).toContainText('2')
  await expect(perCategory.getByRole('row', { name: 'Drusen' })).toContainText('0')
  const perUser = page.getByRole('table', { name: 'Annotations Per User' })
  await expect(perUser.getByRole('row', { name: person.username })).toContainText('1')
  // Both drew the same triangle.
  const agreement = page.getByRole('table', { name: 'Agreement Between Annotators' })
  await expect(agreement.getByRole('row', { name: 'Cyst' }).getByRole('cell').last()).toHaveText(
    '1.00',
  )
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('metadata are reset after a question, by the owner only', async ({
  page,
  person,
  admin,
  context,
}) => {
  const dataset = await givenDataset(person, `Reset ${person.username}`, ['Drusen'])
  const image = await givenImage(person, dataset.id, 'eye.png')
  const noted = await person.api.post('/api/annotator/data', {
    data: { image: { id: image.id, metadata: { grade: 'mild' } } },
  })
  expect(noted.ok(), await noted.text()).toBe(true)
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Reset All Metadata' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('This cannot be undone.')
  await question.getByRole('button', { name: 'Reset All Metadata' }).click()
  await expect(page.getByText('Images reset: 1. Annotations reset: 0.')).toBeVisible()
  const { image: after } = await (await person.api.get(`/api/annotator/data/${image.id}`)).json()
  expect(after.metadata).toEqual({})

  const username = `${person.username}-member`
  await signInAsNew(context, admin, { username, name: 'Member' })
  const shared = await admin.api.post(`/api/dataset/${dataset.id}/share`, {
    data: { users: [username] },
  })
  expect(shared.ok(), await shared.text()).toBe(true)
  await page.goto(`/dataset/${dataset.id}`)
  await expect(page.getByRole('group', { name: 'Default Annotation Metadata' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Reset/u })).toHaveCount(0)
})

test('the settings of a dataset are changed on its page', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Settings ${person.username}`, ['Drusen'])
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const form = page.locator('form').filter({ has: page.getByLabel('Annotate URL') })
  await form.getByLabel('Annotate URL').fill('https://ai.example/find')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Annotate URL')).toHaveValue('https://ai.example/find')
})

test('generating needs a keyword, and says so if the server may not call the image source', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Generate ${person.username}`)
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate a Dataset' })
  await expect(dialog.getByRole('combobox', { name: 'Keyword' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByLabel('Limit')).toHaveValue('100')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByText('Enter a keyword.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Keyword' }).fill('fundus')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(page.getByText(/may not call commons\.wikimedia\.org/u)).toBeVisible()
  await expect(dialog).toBeVisible()
})

test('a user who cannot reach the server sees a message, and everything when it is back', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Offline ${person.username}`)
  await page.goto(`/dataset/${dataset.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Offline')
  await page.context().setOffline(true)
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Total' })).toBeVisible()
})

test('photographs that could not be fetched are shown when the server is back', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Thumbnails ${person.username}`)
  await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('tab', { name: 'Members' }).click()
  await page.context().route('**/api/image/**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Images' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'eye.png' })
  await expect(card).toContainText('No preview')
  await page.context().unrouteAll()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(card.locator('img')).toHaveJSProperty('complete', true, { timeout: 60_000 })
  await expect(card).not.toContainText('No preview')
})

test('the sidebar keeps its width, between 150 pixels and half of the window', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Sidebar ${person.username}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/dataset/${dataset.id}`)
  const edge = page.getByRole('separator', { name: /width|resize/iu })
  await expect(edge).toHaveAttribute('aria-valuenow', '256')
  await edge.focus()
  await edge.press('End')
  await expect(edge).toHaveAttribute('aria-valuenow', '640')
  await edge.press('Home')
  await expect(edge).toHaveAttribute('aria-valuenow', '150')
  await edge.press('ArrowRight')
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', '170')
})
