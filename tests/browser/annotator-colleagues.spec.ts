import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'

import type { RunningFovea } from '../running-fovea.ts'
import { annotationsOf, Annotator, givenPhotograph, openPhotograph } from './annotator-page.ts'
import { boxOf, overlap } from './boxes.ts'
import { expect, type Person, test } from './fixtures.ts'

async function contextOf(
  browser: Browser,
  { address }: RunningFovea,
  { api }: Person,
): Promise<BrowserContext> {
  return browser.newContext({ baseURL: address, storageState: await api.storageState() })
}

test("a colleague's work appears as it is done, and the colleague is shown", async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { image } = await openPhotograph(page, person)
  const context = await contextOf(browser, fovea, admin)
  const colleague = await new Annotator(await context.newPage()).open(image)
  await expect(page.getByText(`${admin.username} is also annotating this image.`)).toBeVisible()
  await colleague.drawBox(300, 300)
  const row = page.getByRole('button', { name: `Disc: Annotation 1 by ${admin.username}` })
  await expect(row).toBeVisible()
  await context.close()
  await expect(page.getByText('is also annotating')).toHaveCount(0, { timeout: 15_000 })
})

test("a colleague's labels of the image appear, and new categories of the dataset", async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { image, dataset } = await openPhotograph(page, person)
  const context = await contextOf(browser, fovea, admin)
  const colleague = await context.newPage()
  await new Annotator(colleague).open(image)
  const labelOn = (on: typeof page, name: string) =>
    on.getByRole('button', { name: `Label with ${name}` })
  await page.keyboard.press('l')
  await colleague.keyboard.press('l')

  await labelOn(colleague, 'Drusen').click()
  await expect(labelOn(page, 'Drusen')).toHaveAttribute('aria-pressed', 'true')
  await labelOn(page, 'Disc').click()
  await expect(labelOn(colleague, 'Disc')).toHaveAttribute('aria-pressed', 'true')
  await labelOn(page, 'Drusen').click()
  await expect(labelOn(colleague, 'Drusen')).toHaveAttribute('aria-pressed', 'false')
  await expect(labelOn(colleague, 'Disc')).toHaveAttribute('aria-pressed', 'true')

  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  const made = await person.api.post('/api/category/', { data: { name: `New ${dataset.name}` } })
  const ids = [...categories.map(({ id }: { id: number }) => id), (await made.json()).id]
  const changed = await person.api.post(`/api/dataset/${dataset.id}`, { data: { categories: ids } })
  expect(changed.ok(), await changed.text()).toBe(true)
  await expect(labelOn(page, `New ${dataset.name}`)).toBeVisible()
  await context.close()
})

test('nothing is drawn in a category that was deleted elsewhere', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  const data = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  const [first] = data.categories
  await page.keyboard.press('1')
  const deleted = await person.api.delete(`/api/category/${first.id}`)
  expect(deleted.ok(), await deleted.text()).toBe(true)
  await expect(page.getByRole('button', { name: `Category ${first.name}` })).toHaveCount(0)
  await annotator.drawBox(300, 300)
  await expect(page.getByText('First select a category for the new annotation')).toBeVisible()
  await page.keyboard.press('1')
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Saved')).toBeVisible()
  expect(await annotationsOf(person, image)).toHaveLength(1)
})

test('a dialog of the list stays open while rows move, and saves only what was edited', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  const { id: disc } = categories.find(({ name }: { name: string }) => name === 'Disc')
  await page.getByRole('button', { name: 'Category Drusen' }).click()
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Saved')).toBeVisible()
  const [drawn] = await annotationsOf(person, image)
  await page.getByRole('button', { name: 'Menu of Drusen 1', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Category, colour, metadata…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add an entry' }).click()
  await dialog.getByRole('textbox', { name: 'Key 1' }).fill('grade')

  const segmentation = [[10, 10, 90, 10, 90, 90]]
  const added = await person.api.post('/api/annotation/', {
    data: { image_id: image, category_id: disc, segmentation },
  })
  expect(added.ok(), await added.text()).toBe(true)
  const moved = await person.api.put(`/api/annotation/${drawn.id}`, { data: { category_id: disc } })
  expect(moved.ok(), await moved.text()).toBe(true)
  await expect(dialog.getByText('Edit Disc 1')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () =>
      (await annotationsOf(person, image)).find(({ id }: { id: number }) => id === drawn.id),
    )
    .toMatchObject({ category_id: disc, metadata: { grade: '2' } })
})

const lengthOn = (on: Page, text: string) =>
  on.getByRole('button', { name: `Length ${text}`, exact: true })

test('a length whose point a colleague drags is seen at once, and a conflict about it names them', async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const context = await contextOf(browser, fovea, admin)
  const colleague = await new Annotator(await context.newPage()).open(image)
  await page.keyboard.press('m')
  await colleague.page.keyboard.press('m')
  await annotator.drag([200, 300], [600, 300])
  await expect(lengthOn(colleague.page, '400.0 px')).toBeVisible()
  await colleague.drag([600, 300], [1000, 300])
  await expect(lengthOn(page, '800.0 px')).toBeVisible()

  await page.route('**/api/annotator/data/**', (route) => route.abort())
  await colleague.drag([1000, 300], [1200, 300])
  await expect(colleague.state('Saved')).toBeVisible()
  await annotator.drag([1000, 300], [700, 300])
  const dialog = page.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog).toContainText(`You and ${admin.username} have changed`)
  await expect(dialog.getByRole('figure')).toHaveText([
    /^Mine.*500\.0 px/u,
    new RegExp(`^${admin.username}.*1,000\\.0 px`, 'u'),
  ])
  await dialog.getByRole('button', { name: 'Keep both' }).click()
  await expect(lengthOn(colleague.page, '500.0 px')).toBeVisible()
  await expect(lengthOn(colleague.page, '1,000.0 px')).toBeVisible()
  await context.close()
})

test('a conflict with a deletion names who has deleted, and keeps the annotation under its id', async ({
  page,
  person,
  admin,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Saved')).toBeVisible()
  const [{ id }] = await annotationsOf(person, image)
  await page.route(
    `**/api/annotation/${id}`,
    async (route) => {
      expect((await admin.api.delete(`/api/annotation/${id}`)).ok()).toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+ArrowRight')
  const dialog = page.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog).toContainText(`You and ${admin.username} have changed`)
  await expect(dialog.getByRole('figure').last()).toContainText(admin.username)
  await expect(dialog.getByRole('figure').last()).toContainText('Deleted')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(annotator.state('Saved')).toBeVisible()
  expect(await annotationsOf(person, image)).toMatchObject([{ id }])
})

const openTwice = (tab: Page) => tab.getByText('open in another tab or browser')

test('a user with the image open twice is warned in both tabs', async ({
  context,
  page,
  person,
}) => {
  const { image } = await openPhotograph(page, person)
  const other = await context.newPage()
  await new Annotator(other).open(image)
  await expect(openTwice(page)).toBeVisible()
  await expect(openTwice(other)).toBeVisible()
  await other.close()
  await expect(openTwice(page)).toHaveCount(0, { timeout: 15_000 })
})

test('a long file name and a present colleague fit side by side', async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { dataset } = await openPhotograph(page, person)
  const name = 'left-eye-at-the-second-visit-'.repeat(6)
  const create = { width: 320, height: 240, channels: 3, background: '#803010' } as const
  const image = await givenPhotograph(person, dataset.id, { name, picture: sharp({ create }) })
  await new Annotator(page).open(image)
  const context = await contextOf(browser, fovea, admin)
  await new Annotator(await context.newPage()).open(image)
  const banner = page.getByText(`${admin.username} is also annotating this image.`)
  await expect(banner).toBeVisible()
  const canvas = page.getByRole('region', { name: `${name}.png` })
  const label = canvas.getByText(`${name}.png`, { exact: true })
  expect(overlap(await boxOf(banner), await boxOf(label))).toBe(false)
  await context.close()
})

for (const what of ['image', 'dataset'] as const) {
  test(`when a colleague deletes the ${what}, that is shown at once, and work continues when it is restored`, async ({
    page,
    person,
    admin,
  }) => {
    const { annotator, image, dataset } = await openPhotograph(page, person)
    await annotator.drawBox(300, 300)
    await expect(annotator.state('Saved')).toBeVisible()

    const id = what === 'image' ? image : dataset.id
    const deleted = await admin.api.delete(`/api/${what}/${id}`)
    expect(deleted.ok(), await deleted.text()).toBe(true)
    const banner = page.getByRole('alert').filter({ hasText: `${admin.username} has deleted` })
    await expect(banner).toContainText('kept in this browser')
    await annotator.drawBox(800, 300)
    await expect(annotator.state('Waiting to save')).toBeVisible()

    const restored = await admin.api.post(`/api/undo/?id=${id}&instance=${what}`)
    expect(restored.ok(), await restored.text()).toBe(true)
    await expect(banner).toHaveCount(0)
    await expect(annotator.state('Saved')).toBeVisible()
    await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(2)
  })
}
