import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

test('a category with keypoints is created, edited and deleted', async ({ page, person }) => {
  const name = `Vessels ${person.username}`
  await page.goto('/')
  await page.getByRole('link', { name: 'Categories' }).click()
  // The page before has a button of a like name.
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).first().click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill('   ')
  await expect(create).toBeDisabled()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Supercategory').fill('Anatomy')
  await expect(dialog.getByText('No keypoints.')).toBeVisible()

  const add = dialog.getByRole('button', { name: 'Add a keypoint' })
  const label = (number: number) => dialog.getByLabel(`Label of keypoint ${number}`)
  const connections = (number: number) =>
    dialog.getByRole('combobox', { name: `Keypoint ${number} connects to` })
  for (const number of [1, 2, 3]) {
    await add.click()
    await expect(label(number)).toBeVisible()
  }
  await expect(dialog.getByText('No keypoints.')).toHaveCount(0)
  const colours = [1, 2, 3].map((number) =>
    dialog.getByLabel(`Colour of keypoint ${number}`).inputValue(),
  )
  expect(await Promise.all(colours)).toEqual(['#e03131', '#31ace0', '#e0af31'])
  await label(1).fill('disc')
  await label(2).fill('disc')
  await expect(dialog.getByText('Duplicate keypoint label')).toBeVisible()
  await expect(create).toBeDisabled()
  await label(2).fill('fovea')
  await expect(dialog.getByText('Duplicate keypoint label')).toHaveCount(0)

  const options = page.getByRole('listbox').getByRole('option')
  await connections(1).click()
  await expect(options).toHaveText(['fovea'])
  await options.filter({ hasText: 'fovea' }).click()
  await connections(1).press('Escape')
  await connections(3).click()
  await expect(options).toHaveText(['disc', 'fovea'])
  await options.filter({ hasText: 'disc' }).click()
  await connections(3).press('Escape')
  await expect(dialog.getByText('Label is required')).toBeVisible()
  await expect(create).toBeDisabled()
  await label(3).fill('arcade')
  await create.click()

  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card).toContainText('No annotations use this category')
  await expect(card).toContainText(`Created by ${person.username}`)
  const stored = await (await person.api.get('/api/category/data?page=1&limit=1000')).json()
  const category = stored.categories.find((each: { name: string }) => each.name === name)
  expect(category).toMatchObject({
    supercategory: 'Anatomy',
    keypoint_labels: ['disc', 'fovea', 'arcade'],
    keypoint_edges: [
      [1, 2],
      [1, 3],
    ],
    keypoint_colors: ['#e03131', '#31ace0', '#e0af31'],
  })

  await card.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(label(3)).toHaveValue('arcade')
  await dialog.getByRole('button', { name: 'Remove keypoint 1' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category successfully updated')).toBeVisible()

  await card.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog).toContainText('No annotations use this category.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
})

test('a dataset without categories gets those of templates from the annotator', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Bare ${person.username}`)
  const image = await givenImage(person, dataset.id, 'bare.png')
  await page.goto(`/annotate/${image.id}`)
  await expect(page.getByRole('link', { name: 'settings of the dataset' })).toHaveAttribute(
    'href',
    `/dataset/${dataset.id}?tab=settings`,
  )
  await page.getByRole('checkbox', { name: /^Vessels/u }).check()
  await page.getByRole('button', { name: 'Add 2 categories' }).click()
  const newAnnotation = page.getByTitle('New annotation (Space)')
  await expect(newAnnotation).toHaveText('New annotation: Arterioles')
  await expect(newAnnotation).toBeEnabled()
  await page.goto(`/dataset/${dataset.id}?tab=settings`)
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
})
