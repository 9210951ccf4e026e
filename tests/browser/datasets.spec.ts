import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

import type { Locator } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import {
  givenAnnotation,
  givenDataset,
  givenImage,
  photograph,
  signIn,
  signInAsNew,
} from './given.ts'

async function expectPhotograph(card: Locator): Promise<void> {
  await expect
    .poll(() => card.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth')))
    .toBeGreaterThan(0)
}

test('a dataset is created with its categories and filled by uploading', async ({
  page,
  person,
}) => {
  const name = `Screening ${person.username}`
  await page.goto('/')
  // One was created with the account.
  await expect(page.getByRole('link', { name: person.username, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create Dataset' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create Dataset' })
  await create.click()
  await expect(dialog.getByText('Dataset name is required')).toBeVisible()
  await dialog.getByLabel('Dataset Name').fill(name)
  await expect(dialog.getByLabel('Folder Directory')).toHaveValue(`/datasets/${name}/`)
  const categories = dialog.getByRole('combobox', { name: 'Default Categories' })
  await categories.fill('Drusen')
  await categories.press('Enter')
  await categories.fill('Optic disc')
  await categories.press('Enter')
  await create.click()
  await expect(page.getByText(`The dataset ${name} was created.`)).toBeVisible()
  const dataset = page.getByRole('listitem').filter({ hasText: name })
  await expect(dataset).toContainText('No images yet')
  await dataset.getByRole('link', { name }).click()

  await expect(page).toHaveURL(/\/tabulardataset\/\d+$/u)
  await expect(
    page.getByText('No images found in directory. Please upload your images.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files' }).click()
  const notAnImage = { mimeType: 'image/png', buffer: Buffer.from('I am no photograph.') }
  await (
    await chooser
  ).setFiles([
    await photograph('left-eye.png'),
    await photograph('right-eye.png'),
    { name: 'notes.png', ...notAnImage },
  ])
  await expect(dialog.getByText('2 out of 3 images uploaded successfully')).toBeVisible()
  const refused = dialog.getByRole('listitem').filter({ hasText: 'notes.png' })
  await expect(refused).toContainText(/not|format|image/u)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Uploaded' })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await expect(page.getByRole('row').filter({ hasText: 'left-eye.png' })).toBeVisible()
  await page.getByRole('link', { name: /^Show as pictures/u }).click()
  const left = page.getByRole('listitem').filter({ hasText: 'left-eye.png' })
  const right = page.getByRole('listitem').filter({ hasText: 'right-eye.png' })
  await expectPhotograph(left)
  await expectPhotograph(right)
  await page.getByLabel('File Name Contains').fill('right')
  await expect(left).toHaveCount(0)
  await expect(right).toBeVisible()
  await expect(page).toHaveURL(/file_name__icontains=right/u)
  await page.getByLabel('File Name Contains').fill('neither')
  await expect(page.getByText('No image matches the filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(left).toBeVisible()

  await page.getByRole('link', { name: 'My Images' }).click()
  await expectPhotograph(dataset)
  await expect(dataset).toContainText('2 images')
})

test('a dataset is shared with somebody, who then sees it', async ({
  page,
  person,
  admin,
  fovea,
  browser,
}) => {
  const name = `Shared ${person.username}`
  const colleague = { username: `colleague-${person.username}`, name: 'Park Ji-ho' }
  await givenDataset(person, name)
  const theirs = await browser.newContext({ baseURL: fovea.address, locale: 'en-GB' })
  await signInAsNew(theirs, admin, colleague)
  const theirPage = await theirs.newPage()
  await theirPage.goto('/')
  await expect(theirPage.getByText('1 dataset', { exact: true })).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Users shared with' }).fill('park ji')
  await page.getByRole('option', { name: colleague.username }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`The members of ${name} were saved.`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Shared')
  await expect(theirPage.getByRole('link', { name })).toBeVisible()
  await theirs.close()
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: /^Show as pictures/u }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('row').filter({ hasText: colleague.name })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Owner' })).toContainText(person.username)
})

test('an export is a COCO document with the annotations', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Export ${person.username}`, ['Drusen'])
  const image = await givenImage(person, dataset.id, 'eye.png')
  await givenImage(person, dataset.id, 'empty.png')
  const annotation = await givenAnnotation(person, image.id)
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('tab', { name: 'Exports' })).toHaveAttribute('aria-selected', 'true')
  const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(row).toContainText('1 image, 1 annotation', { timeout: 15_000 })
  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: /^Download/u }).click()
  const coco = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(coco.images).toMatchObject([
    { id: image.id, file_name: 'eye.png', width: 320, height: 240 },
  ])
  expect(coco.categories).toMatchObject([{ name: 'Drusen' }])
  expect(coco.annotations).toMatchObject([
    {
      id: annotation.id,
      image_id: image.id,
      category_id: coco.categories[0].id,
      bbox: [10, 10, 80, 80],
      area: 3200,
      iscrowd: 0,
      segmentation: [[10, 10, 90, 10, 90, 90]],
    },
  ])
})

test('a deleted dataset comes back whole', async ({ page, person }) => {
  const name = `Lost and found ${person.username}`
  const dataset = await givenDataset(person, name, ['Drusen'])
  await givenAnnotation(person, (await givenImage(person, dataset.id, 'eye.png')).id)
  await page.goto('/')
  const card = page.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: `Menu of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'The dataset, its 1 image and all annotations on it will be deleted.',
  )
  await expect(dialog).toContainText('It can be restored from Undo.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)

  await page.getByRole('link', { name: 'Restore it from Undo' }).click()
  await expect(page).toHaveURL(/\/undo$/u)
  await page.getByRole('button', { name: `Roll back ${name}` }).click()
  await expect(page.getByText(`The dataset ${name} was restored`)).toBeVisible()
  await expect(page.getByText('Nothing to undone!')).toBeVisible()
  await page.getByRole('link', { name: 'My Images' }).click()
  await expect(card).toContainText('1 image')
  await expect(card).toContainText('1 annotated')
})

test('the list does not move when the first steps come above it later', async ({
  page,
  person,
}) => {
  await givenDataset(person, `Still ${person.username}`)
  await page.route('**/api/guide', async (route) => {
    await pause(1000)
    await route.continue()
  })
  await page.goto('/datasets')
  const card = page.getByRole('listitem').filter({ hasText: `Still ${person.username}` })
  await card.waitFor()
  const appeared = await card.boundingBox()
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  expect(await card.boundingBox()).toEqual(appeared)
})

test('the owner names the annotation service of a dataset, a member does not', async ({
  page,
  person,
  admin,
  context,
}) => {
  const dataset = await givenDataset(person, `Service ${person.username}`)
  const edit = async () => {
    await page.goto('/datasets')
    const card = page.getByRole('listitem').filter({ hasText: `Service ${person.username}` })
    await card.getByRole('button', { name: /^Menu/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Annotate URL')
  const save = dialog.getByRole('button', { name: 'Save' })
  await edit()
  await address.fill('ai.example')
  await expect(dialog.getByText('Enter an address like https://host/path')).toBeVisible()
  await expect(save).toBeDisabled()
  await address.fill('https://elsewhere.example/find')
  await save.click()
  await expect(page.getByText(/This server may not call elsewhere\.example/)).toBeVisible()
  await address.fill('https://ai.example/find')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await edit()
  await expect(address).toHaveValue('https://ai.example/find')

  const member = { username: `m-${person.username}`, name: 'Member' }
  await context.clearCookies()
  await signInAsNew(context, admin, member)
  const users = { users: [member.username] }
  const shared = await person.api.post(`/api/dataset/${dataset.id}/share`, { data: users })
  expect(shared.ok(), await shared.text()).toBe(true)
  await edit()
  await expect(dialog.getByLabel('Categories')).toBeVisible()
  await expect(address).toHaveCount(0)
})

test('categories of one name by two people are offered once', async ({
  page,
  context,
  admin,
  person,
}) => {
  await givenDataset(person, `Twice ${person.username}`, ['Twice'])
  await givenDataset(admin, `Twice more ${person.username}`, ['Twice'])
  await signIn(context, admin)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create Dataset' }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /categories/iu })
    .fill('Twice')
  await expect(page.getByRole('option', { name: 'Twice', exact: true })).toHaveCount(1)
})

test('datasets are found by name and kind, and the address keeps what was asked', async ({
  page,
  person,
}) => {
  await givenDataset(person, 'Glaucoma 2025')
  await givenDataset(person, 'Myopia 2025')
  await page.goto('/datasets')
  const cards = page.getByRole('listitem').filter({ hasText: '2025' })
  await expect(cards).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Name contains' }).fill('glau')
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveText(/Glaucoma 2025/u)
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'With images' }).click()
  await expect(page.getByText('No matching dataset')).toBeVisible()
  await page.getByRole('button', { name: 'Show all datasets' }).click()
  await expect(cards).toHaveCount(2)
})
