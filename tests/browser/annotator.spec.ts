import { readFile } from 'node:fs/promises'

import { AxeBuilder } from '@axe-core/playwright'

import { realFile } from '../../apps/server/src/testing/real-file.ts'
import { Annotator, annotationsOf, givenImages } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

test('what is drawn lands on its pixels and is saved, undone and done again', async ({
  page,
  person,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  await page.keyboard.press('Space')
  await page.keyboard.press('v')
  for (const [x, y] of [
    [400, 300],
    [900, 300],
    [900, 700],
    [400, 300],
  ] as const) {
    await annotator.click(x, y)
  }
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.segmentation?.[0]?.length)
    .toBe(6)
  const [{ segmentation, area }] = await annotationsOf(person, image)
  for (const [i, expected] of [400, 300, 900, 300, 900, 700].entries()) {
    expect(Math.abs(segmentation[0][i] - expected)).toBeLessThan(1)
  }
  expect(Math.abs(area - 100_000)).toBeLessThan(1000)
  await expect(annotator.state('Saved')).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(0)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(area)
  await page.keyboard.press('s')
  await page.keyboard.press('Backspace')
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(0)
  expect(violations).toEqual([])
})

test('the page itself may not evaluate code; the worker beside it may', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person)
  await new Annotator(page).open(images[0])
  await page.addScriptTag({ content: 'globalThis.evaluated = true' }).catch(() => undefined)
  expect(await page.evaluate('"evaluated" in globalThis')).toBe(false)
  const header = (await page.request.get(page.url())).headers()['content-security-policy']
  expect(header).not.toContain('unsafe-eval')
})

test('a box drawn enlarged has the size that it has on the screen', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  const [x, y] = await annotator.onScreen(800, 600)
  const [right] = await annotator.onScreen(900, 600)
  const fitted = (right - x) / 100
  await page.mouse.move(x, y)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, -120)
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  await page.mouse.click(x, y)
  await page.mouse.click(x + 86, y + 43)
  const zoom = fitted * 1.2 ** 8
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.bbox?.[2] ?? 0)
    .toBeCloseTo(86 / zoom, 1)
  const [{ bbox, isbbox }] = await annotationsOf(person, image)
  expect(bbox[0]).toBeCloseTo(800, 1)
  expect(bbox[1]).toBeCloseTo(600, 1)
  expect(isbbox).toBe(true)
})

test('without the server nothing is lost, not even with the page', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  await page.route('**/api/annotation/**', (route) => route.abort())
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Offline')).toBeVisible()
  await page.keyboard.press('n')
  await page.goto('about:blank')
  await page.unroute('**/api/annotation/**')
  expect(await annotationsOf(person, image)).toEqual([])

  await annotator.open(image)
  await expect(annotator.state('Saved')).toBeVisible()
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(1)
  expect((await annotationsOf(person, image))[0].isbbox).toBe(true)
})

test('an answer that was lost makes nothing twice', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  let losses = 2
  await page.route('**/api/annotation/**', async (route) => {
    const answer = await route.fetch()
    if (losses-- > 0) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Saved')).toBeVisible({ timeout: 15_000 })
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.isbbox).toBe(true)
  expect(await annotationsOf(person, image)).toHaveLength(1)
})

test('a conflict shows both versions and keeps the one that is chosen', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  await annotator.drawBox(300, 300)
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.isbbox).toBe(true)
  await expect(annotator.state('Saved')).toBeVisible()

  const [{ id, revision }] = await annotationsOf(person, image)
  await page.route('**/api/annotator/data/**', (route) => route.abort())
  const theirs = { segmentation: [[0, 0, 50, 0, 50, 50]], isbbox: false, revision }
  expect((await person.api.patch(`/api/annotation/${id}`, { data: theirs })).ok()).toBe(true)
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+ArrowRight')
  const dialog = page.getByRole('dialog', { name: 'Changed by somebody else' })
  await expect(dialog.getByRole('figure')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()
  const [{ bbox }] = await annotationsOf(person, image)
  expect(bbox[2]).toBeCloseTo(200, 0)
})

test("a colleague's work appears as it is done, and so does the colleague", async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  await new Annotator(page).open(image)
  const context = await browser.newContext({
    baseURL: fovea.address,
    storageState: await admin.api.storageState(),
  })
  const colleague = await new Annotator(await context.newPage()).open(image)
  await expect(page.getByText(`${admin.username} is also annotating this image.`)).toBeVisible()
  await colleague.drawBox(300, 300)
  const row = page.getByRole('button', { name: `Disc: Annotation 1 by ${admin.username}` })
  await expect(row).toBeVisible()
  await context.close()
  await expect(page.getByText('is also annotating')).toHaveCount(0, { timeout: 15_000 })
})

test('paging saves first and follows the list', async ({ page, person }) => {
  const { images } = await givenImages(person, 3)
  const [first = 0, second = 0] = images
  const annotator = await new Annotator(page).open(first)
  await annotator.drawBox(300, 300)
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`/annotate/${second}\\?order=file_name`))
  expect((await annotationsOf(person, first))[0].isbbox).toBe(true)
  await expect(page.getByRole('heading', { name: 'photograph-2.png' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: /^Disc: Annotation 1/ })).toBeVisible()
})

test('signing out at once loses nothing', async ({ page, admin }) => {
  const password = 'Leaves-At-Once-8'
  const person: Person = { username: `leaver-of-${admin.username}`, api: page.request }
  await page.request.post('/api/user/register', {
    data: { username: person.username, password, confirm_password: password, name: '' },
  })
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  await annotator.drawBox(300, 300)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await annotator.open(image)
  await expect(annotator.state('Saved')).toBeVisible()
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.isbbox).toBe(true)
  expect(await annotationsOf(person, image)).toHaveLength(1)
})

test('signing out waits until the work is saved', async ({ page, admin }) => {
  const password = 'Leaves-In-Peace-8'
  const username = `waiter-of-${admin.username}`
  const person: Person = { username, api: page.request }
  await page.request.post('/api/user/register', {
    data: { username, password, confirm_password: password, name: '' },
  })
  const { images } = await givenImages(person)
  const annotator = await new Annotator(page).open(images[0])
  const events: string[] = []
  await page.route('**/api/annotation/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const answer = await route.fetch()
    events.push(`saved ${answer.status()}`)
    await route.fulfill({ response: answer })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/logout')) events.push('signs out')
  })
  await annotator.drawBox(300, 300)
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  expect(events.at(-1)).toBe('signs out')
  expect(events.filter((event) => event.startsWith('saved 20'))).toHaveLength(events.length - 1)
  expect(events.length).toBeGreaterThan(1)
})

test('an analysis shows its result over the photograph', async ({ page, person }) => {
  const file = realFile('fundus/chasedb1/Image_01L.jpg')
  test.skip(file === undefined, 'There is no real photograph to analyse.')
  const { dataset } = await givenImages(person)
  const buffer = await readFile(file ?? '')
  const sent = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
    multipart: { image: { name: 'Image_01L.jpg', mimeType: 'image/jpeg', buffer } },
  })
  await new Annotator(page).open((await sent.json()).image.id)
  await page.getByRole('button', { name: 'Run analysis' }).click()
  await expect(page.getByText('Started', { exact: true })).toBeVisible()
  const result = page.getByRole('button', { name: 'Arterioles and venules' })
  await expect(result).toHaveAttribute('aria-pressed', 'true', { timeout: 90_000 })
  await expect(page.getByText('Venule: striped')).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Opacity of the result' })).toBeVisible()
  await page.getByRole('button', { name: 'Original' }).click()
  await expect(result).toHaveAttribute('aria-pressed', 'false')
})

test('an image that is not there leads back to where one came from', async ({ page, person }) => {
  await givenImages(person)
  await page.goto('/datasets')
  await page.goto('/annotate/999999')
  await expect(page.getByText('Could not find requested image')).toBeVisible()
  await expect(page.getByText('Redirecting to previous page.')).toBeVisible()
  await expect(page).toHaveURL(/\/datasets$/)
})

test('the keyboard alone makes, finds and deletes annotations', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const annotator = await new Annotator(page).open(image)
  for (let i = 0; i < 3; i++) await page.keyboard.press('Space')
  const row = (number: number) =>
    page.getByRole('button', { name: new RegExp(`^Disc: Annotation ${number}`) })
  await expect(row(3)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(row(2)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(2)).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(row(3)).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()
  expect(await annotationsOf(person, image)).toHaveLength(2)
})

test('space and drag moves the image and makes no annotation', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const annotator = await new Annotator(page).open(images[0])
  await page.mouse.move(...(await annotator.onScreen(400, 400)))
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(...(await annotator.onScreen(600, 400)), { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Space')
  await expect(page.getByRole('button', { name: /^Disc: Annotation 1/ })).toHaveCount(0)
})

for (const locale of ['en-GB', 'ko-KR']) {
  test(`everything can be reached and is named (${locale})`, async ({ browser, fovea, person }) => {
    const { images } = await givenImages(person)
    const context = await browser.newContext({
      baseURL: fovea.address,
      storageState: await person.api.storageState(),
      locale,
    })
    const page = await context.newPage()
    await page.goto(`/annotate/${images[0]}`)
    await page.getByRole('application').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('w')
    await expect(page.getByRole('switch')).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    expect(found).toEqual([])
    await context.close()
  })
}
