import type { Page } from '@playwright/test'

import { Annotator, annotationsOf, openPhotograph } from './annotator-page.ts'
import { expect, password, type Person, test } from './fixtures.ts'

/** The brush at its usual size leaves bars of 30 pixels with round ends. */
const barOf = (length: number) => length * 30 + Math.PI * 15 ** 2
const bar = barOf(500)

/** Milliseconds for a server to come back and for lost saves to be repeated on a slow machine. */
const patience = { timeout: 60_000 }
test.describe.configure({ timeout: 180_000 })

async function painting(page: Page, person: Person) {
  const { annotator, image } = await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  return { annotator, image, ...paintedOn(person, image) }
}

function paintedOn(person: Person, image: number) {
  const painted = async () => {
    const areas = (await annotationsOf(person, image)).map(({ area }: { area: number }) => area)
    return areas.reduce((sum: number, area: number) => sum + area, 0)
  }
  return {
    /** Waits until the server has that much, to three per cent. */
    expectPainted: (area: number) =>
      expect.poll(async () => Math.abs((await painted()) / area - 1), patience).toBeLessThan(0.03),
  }
}

test('a server that dies while one paints, and comes back, has every stroke', async ({
  page,
  person,
  fovea,
}) => {
  const { annotator, expectPainted } = await painting(page, person)
  await annotator.drag([400, 200], [900, 200])
  await expectPainted(bar)
  await annotator.press([400, 400], [650, 400])
  await fovea.kill()
  await page.mouse.move(...(await annotator.onScreen(900, 400)), { steps: 20 })
  await page.mouse.up()
  await annotator.drag([400, 600], [900, 600])
  await expect(annotator.state('Offline')).toBeVisible(patience)
  await fovea.restart()
  await expect(annotator.state('Saved')).toBeVisible(patience)
  await expectPainted(3 * bar)
})

test('a stroke is not lost with a page that goes before it has been worked in', async ({
  page,
  person,
  context,
}) => {
  const worker = '**/assets/operations-worker*'
  await context.route(worker, () => undefined)
  const { image, annotator, expectPainted } = await painting(page, person)
  await expect(annotator.state('Saved')).toBeVisible(patience)
  await annotator.drag([400, 200], [900, 200])
  await page.close()
  await context.unroute(worker)
  const next = await new Annotator(await context.newPage()).open(image)
  await expectPainted(bar)
  await expect(next.state('Saved')).toBeVisible(patience)
})

for (const end of ['crashes', 'is closed'] as const) {
  test(`a page that ${end} while one paints loses the stroke in hand and no other`, async ({
    page,
    person,
    context,
  }) => {
    const { annotator, image, expectPainted } = await painting(page, person)
    await annotator.drag([400, 200], [900, 200])
    await expectPainted(bar)
    await context.route('**/api/annotation/**', (route) => route.abort())
    await annotator.drag([400, 400], [900, 400])
    await expect(annotator.state('Offline')).toBeVisible(patience)
    await annotator.press([400, 600], [900, 600])
    if (end === 'crashes') await crash(page)
    await page.close()
    await context.unroute('**/api/annotation/**')
    await expectPainted(bar)

    const again = await new Annotator(await context.newPage()).open(image)
    await expectPainted(2 * bar)
    await expect(again.state('Saved')).toBeVisible(patience)
  })
}

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  // It never answers, because its process is gone.
  devtools.send('Page.crash').catch(() => undefined)
  await crashed
}

test('a network that goes while one paints, and comes back, loses nothing', async ({
  page,
  person,
  context,
}) => {
  const { annotator, expectPainted } = await painting(page, person)
  await annotator.press([400, 200], [650, 200])
  await context.setOffline(true)
  await page.mouse.move(...(await annotator.onScreen(900, 200)), { steps: 20 })
  await page.mouse.up()
  await annotator.drag([400, 400], [900, 400])
  await expect(annotator.state('Offline')).toBeVisible(patience)
  await context.setOffline(false)
  await expect(annotator.state('Saved')).toBeVisible(patience)
  await expectPainted(2 * bar)
})

test('a session that ends while one paints costs the stroke in hand at most', async ({
  page,
  person,
}) => {
  const { annotator, image } = await painting(page, person)
  await page.route('**/api/annotation/**', (route) => route.abort())
  await annotator.drag([400, 200], [900, 200])
  await expect(annotator.state('Offline')).toBeVisible(patience)
  await annotator.press([400, 400], [650, 400])
  await person.api.post('/api/user/logout')
  await page.unroute('**/api/annotation/**')
  await expect(page.getByText('Your changes are kept in this browser.')).toBeVisible(patience)
  await page.getByLabel('Username').fill(person.username, patience)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await person.api.post('/api/user/login', { data: { username: person.username, password } })
  // It is sent without opening the image again.
  await expect
    .poll(async () => (await annotationsOf(person, image))[0]?.area ?? 0, patience)
    .toBeGreaterThan(0)
  const areas = (await annotationsOf(person, image)).map(({ area }: { area: number }) => area)
  expect(areas).toHaveLength(1)
  expect(areas[0]).toBeGreaterThan(0.97 * bar)
})

test('two people who paint on one image at once keep all that both painted', async ({
  browser,
  fovea,
  page,
  person,
  admin,
}) => {
  const { annotator, image, expectPainted } = await painting(page, person)
  const context = await browser.newContext({
    baseURL: fovea.address,
    storageState: await admin.api.storageState(),
  })
  const colleague = await new Annotator(await context.newPage()).open(image)
  await colleague.page.keyboard.press('Space')
  await colleague.page.keyboard.press('b')
  for (let i = 0; i < 4; i++) {
    const y = 100 + 200 * i
    await Promise.all([
      annotator.drag([200, y], [700, y]),
      colleague.drag([900, y + 100], [1400, y + 100]),
    ])
  }
  await expectPainted(8 * bar)
  for (const one of [annotator, colleague]) {
    await expect(one.state('Saved')).toBeVisible(patience)
    const rows = one.page.getByRole('button', { name: /^Disc: Annotation \d/ })
    await expect(rows).toHaveCount(2)
  }
  const creators = (await annotationsOf(person, image)).map(
    ({ creator }: { creator: string }) => creator,
  )
  expect(creators.toSorted()).toEqual([admin.username, person.username].toSorted())
  await context.close()
})

test('activity on an image is reported to the server, which counts the time', async ({
  page,
  person,
}) => {
  const { annotator } = await openPhotograph(page, person)
  const told = page.waitForRequest('**/api/events/activity')
  await annotator.drawBox(300, 300)
  expect((await (await told).response())?.ok()).toBe(true)
})
