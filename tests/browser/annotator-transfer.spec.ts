import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { startFovea, type RunningFovea } from '../running-fovea.ts'
import {
  Annotator,
  annotationsOf,
  givenBothEyes,
  givenImages,
  openPhotograph,
} from './annotator-page.ts'
import { expect, type Person, test as base } from './fixtures.ts'

/** A service that annotates pictures, in the clinic's network. */
interface Service {
  readonly address: string
  answer: unknown
  /** The last request's body. */
  received: string
}

const test = base.extend<object, { service: Service; fovea: RunningFovea }>({
  service: [
    // Playwright reads the parameters: a worker's fixture that needs none still names one.
    async ({ browserName: _browserName }, provide) => {
      const service = { address: '', answer: {} as unknown, received: '' }
      const answer: RequestListener = async (request, response) => {
        service.received = (await buffer(request)).toString('latin1')
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(service.answer))
      }
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      service.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/annotate`
      await provide(service)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  fovea: [
    async ({ service }, provide) => {
      const { host } = new URL(service.address)
      const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', OUTBOUND_HOSTS: host })
      await provide(fovea)
      await fovea.stop()
    },
    { scope: 'worker' },
  ],
})

test.describe.configure({ timeout: 90_000 })

async function givenSquareOfEach({ api }: Person, image: number | undefined): Promise<void> {
  const { categories } = await (await api.get(`/api/annotator/data/${image}`)).json()
  for (const { id } of categories) {
    const segmentation = [[10, 10, 90, 10, 90, 90, 10, 90]]
    const data = { image_id: image, category_id: id, segmentation }
    expect((await api.post('/api/annotation/', { data })).ok()).toBe(true)
  }
}

test('annotations of another image are copied, undone and done again', async ({ page, person }) => {
  const { images } = await givenImages(person, 2)
  const [first = 0, second = 0] = images
  await givenSquareOfEach(person, second)
  await new Annotator(page).open(first)
  await page.getByRole('button', { name: 'Copy annotations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy annotations' })
  const source = dialog.getByLabel('Image ID')
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog.getByText('Enter a valid image ID')).toBeVisible()
  await source.fill('seven')
  await expect(dialog.getByText('Value must be a number')).toBeVisible()
  await source.fill(` ${second}`)
  await expect(dialog.getByText('Value must be a number')).toBeVisible()
  await source.fill(String(first))
  await expect(dialog.getByText('Sorry, you can not clone the same image')).toBeVisible()
  await source.fill(String(second))
  await expect(dialog.getByText('photograph-2.png')).toBeVisible()
  await expect(dialog.getByText('2 annotations of these categories')).toBeVisible()
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect(dialog.getByText('Choose at least one category.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Categories' }).fill('Nonsense')
  await expect(page.getByRole('option')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Categories' }).fill('Disc')
  await page.getByRole('option', { name: 'Disc' }).click()
  await expect(dialog.getByText('1 annotation of these categories')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()

  await expect(page.getByText('1 annotation was copied.')).toBeVisible()
  const row = page.getByRole('button', { name: /^Disc: Annotation 1/ })
  const onServer = async () => (await annotationsOf(person, first)).length
  await expect(row).toBeVisible()
  await expect.poll(onServer).toBe(1)
  await page.keyboard.press('Control+z')
  await expect(row).toHaveCount(0)
  await expect.poll(onServer).toBe(0)
  await page.keyboard.press('Control+y')
  await expect(row).toBeVisible()
  await expect.poll(onServer).toBe(1)
})

test('the fellow eye is offered with its picture, and mirrored once it is known', async ({
  page,
  person,
}) => {
  const [right = 0, left] = await givenBothEyes(person)
  await givenSquareOfEach(person, left)
  await new Annotator(page).open(right)
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/api/annotator/data/${left}`, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('button', { name: 'Copy annotations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy annotations' })
  await dialog.getByRole('button', { name: 'Fellow eye photograph-2.png' }).click()
  const copy = dialog.locator('button[type="submit"]')
  await expect(copy).toBeEnabled()
  await dialog.getByLabel('Mirror left to right').check()
  await expect(copy).toBeDisabled()
  letGo()
  await expect(dialog.getByText('2 annotations of these categories')).toBeVisible()
  await copy.click()
  await expect(page.getByText('2 annotations were copied.')).toBeVisible()
  const boxes = async () =>
    ((await annotationsOf(person, right)) as { bbox: unknown }[]).map(({ bbox }) => bbox)
  const mirrored = [1600 - 90, 10, 80, 80]
  await expect.poll(boxes).toEqual([mirrored, mirrored])
})

test('the image that was left last is offered, also after a reload, until it is gone', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person, 2)
  const [first = 0, second = 0] = images
  await new Annotator(page).open(second)
  await page.keyboard.press('p')
  await expect(page).toHaveURL(new RegExp(`/annotate/${first}`))
  await page.reload()
  const copy = page.getByRole('button', { name: 'Copy annotations' })
  await copy.click()
  await page.getByRole('button', { name: 'Last image photograph-2.png' }).click()
  await expect(page.getByText('0 annotations of these categories')).toBeVisible()
  expect((await person.api.delete(`/api/image/${second}`)).ok()).toBe(true)
  await page.reload()
  const read = page.waitForResponse(`**/api/annotator/data/${second}`)
  await copy.click()
  expect((await read).ok()).toBe(false)
  await expect(page.getByRole('button', { name: /^Last image/ })).toHaveCount(0)
})

test('a copy that the server refuses says why', async ({ page, person }) => {
  await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Copy annotations' }).click()
  await page.getByLabel('Image ID').fill('2000000000')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copying Annotations')).toBeVisible()
})

test.describe('a service that annotates', () => {
  const found = {
    images: [{ id: 1, width: 1600, height: 1200 }],
    categories: [
      { id: 1, name: 'Disc' },
      { id: 2, name: 'Elsewhere' },
    ],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, segmentation: [[100, 100, 300, 100, 300, 300]] },
      { id: 2, image_id: 1, category_id: 1, segmentation: [[500, 100, 700, 100, 700, 300]] },
      { id: 3, image_id: 1, category_id: 2, segmentation: [[1, 1, 9, 1, 9, 9]] },
    ],
  }

  test('is disabled if the dataset has none', async ({ page, person }) => {
    await openPhotograph(page, person)
    const button = page.getByRole('button', { name: 'Annotate by API' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.hover()
    await expect(page.getByRole('tooltip')).toHaveText('Annotate url is invalid')
  })

  test('gets the photograph, and its findings are one step of undo', async ({
    page,
    person,
    service,
  }) => {
    const { images, dataset } = await givenImages(person)
    const [image = 0] = images
    const settings = { annotate_url: service.address }
    const set = await person.api.post(`/api/dataset/${dataset.id}`, { data: { settings } })
    expect(set.ok(), await set.text()).toBe(true)
    service.answer = { ...found, info: { description: 'eyenet', version: '4.2' } }
    await new Annotator(page).open(image)
    const button = page.getByRole('button', { name: 'Annotate by API' })
    await button.click()
    await expect(page.getByText('2 annotations were added.')).toBeVisible()
    await expect(page.getByText(/no such category: Elsewhere\./)).toBeVisible()
    expect(service.received).toContain('PNG')
    await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(2)
    const [made] = await annotationsOf(person, image)
    const algorithms = [{ name: 'eyenet', version: '4.2' }]
    expect(made.origin).toEqual({ kind: 'automatic', algorithms })
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(0)

    service.answer = 'no COCO'
    await button.click()
    await expect(page.getByText('Annotator', { exact: true })).toHaveCount(2)
    await expect(page.getByText('Could not read data from URL', { exact: true })).toBeVisible()
  })
})
