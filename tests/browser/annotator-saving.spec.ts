import { Annotator, annotationsOf, givenImages, openPhotograph } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

test('without the server nothing is lost, not even with the page', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
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
  const { annotator, image } = await openPhotograph(page, person)
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
  const { annotator, image } = await openPhotograph(page, person)
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
  const { annotator, image } = await openPhotograph(page, person)
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
  const { annotator } = await openPhotograph(page, person)
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
