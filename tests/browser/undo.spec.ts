import { expect, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage } from './given.ts'

test('deleted items are listed, filtered, restored and deleted for good', async ({
  page,
  person,
}) => {
  const { api, username } = person
  const names = { dataset: `Gone ${username}`, category: `Drusen ${username}` }
  const dataset = await givenDataset(person, `Kept ${username}`, [names.category])
  const gone = await givenDataset(person, names.dataset)
  const image = await givenImage(person, dataset.id, 'deleted-eye.png')
  const annotated = await givenImage(person, dataset.id, 'kept-eye.png')
  const annotation = await givenAnnotation(person, annotated.id)
  await api.delete(`/api/annotation/${annotation.id}`)
  await api.delete(`/api/dataset/${gone.id}`)
  await api.delete(`/api/image/${image.id}`)

  await page.goto('/')
  await page.getByRole('button', { name: `User menu of ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Undo' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Instance Type',
    'ID',
    'Name',
    'Deleted by',
    'Rollback',
    'Delete',
  ])
  await expect(page.getByRole('button', { name: 'Undo All' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete All' })).toBeDisabled()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(names.dataset)).toContainText(/\d+ seconds? ago/u)
  await expect(row(names.dataset)).toContainText(username)
  await expect(row('deleted-eye.png')).toContainText('Image')
  await expect(row('kept-eye.png')).toContainText('Annotation')

  const type = page.getByRole('combobox', { name: 'Instance Type' })
  await type.click()
  await expect(page.getByRole('option')).toHaveText([
    'All',
    'Annotations',
    'Categories',
    'Datasets',
    'Images',
  ])
  await page.getByRole('option', { name: 'Categories' }).click()
  await expect(page.getByText('Nothing to undone!')).toBeVisible()
  await type.click()
  await page.getByRole('option', { name: 'Datasets' }).click()
  await expect(row(names.dataset)).toBeVisible()
  await expect(row('deleted-eye.png')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Limit' }).click()
  await expect(page.getByRole('option')).toHaveText(['50', '100', '500', '1000'])
  await page.getByRole('option', { name: '500' }).click()
  await expect(page).toHaveURL(/type=dataset&limit=500/u)

  await page.getByRole('button', { name: `Delete ${names.dataset} permanently` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'The dataset will be permanently lost, with all its images and their files, annotations, analysis results and exports.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(names.dataset)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${names.dataset} permanently` }).click()
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Nothing to undone!')).toBeVisible()

  await page.goto('/undo?type=image')
  await page.getByRole('button', { name: 'Roll back deleted-eye.png' }).click()
  await expect(page.getByText('Nothing to undone!')).toBeVisible()
  await page.goto(`/dataset/${dataset.id}`)
  await expect(page.getByRole('link', { name: /deleted-eye\.png/u })).toBeVisible()
})

test('why something cannot be restored is said', async ({ page, person }) => {
  const { api, username } = person
  const name = `Drusen ${username}`
  const { id } = await (await api.post('/api/category/', { data: { name } })).json()
  await api.delete(`/api/category/${id}`)
  await api.post('/api/category/', { data: { name } })
  await page.goto('/undo')
  await page.getByRole('button', { name: `Roll back ${name}` }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Rollback' })).toContainText(
    'A category of this name exists again.',
  )
})
