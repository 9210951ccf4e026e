import { readFile } from 'node:fs/promises'

import { drGrade } from '#contract/fields/built-in/dr-grade'
import { valueInWords } from '#contract/fields/words'

import { expectAccessibleAsShown } from './accessible.ts'
import { Annotator, annotationsOf, givenImages, openPhotograph } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

test('without the server nothing is lost, not even with the page', async ({
  page,
  context,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  // Not by a route: a request that one holds is sent if the route ends.
  await context.setOffline(true)
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Offline')).toBeVisible()
  await page.keyboard.press('n')
  await page.goto('about:blank')
  await context.setOffline(false)
  expect(await annotationsOf(person, image)).toEqual([])

  await annotator.open(image)
  await expect(annotator.state('Saved')).toBeVisible()
  await expect.poll(async () => (await annotationsOf(person, image)).length).toBe(1)
  expect((await annotationsOf(person, image))[0].isbbox).toBe(true)
})

test('changes can be downloaded without the server', async ({ page, context, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Saved')).toBeVisible()
  await context.setOffline(true)
  await annotator.drawBox(700, 300)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download changes' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ annotations: [{ isbbox: true }] })
})

test('a calendar that cannot be loaded says so, and the image stays open', async ({
  page,
  context,
  person,
}) => {
  const { dataset, images } = await givenImages(person)
  const seen = { key: 'seen', type: 'date', words: { en: 'Seen', ko: '본 날' }, subject: 'image' }
  const set = await person.api.put(`/api/dataset/${dataset.id}/fields`, {
    data: { fields: [seen], replaces: {} },
  })
  expect(set.ok(), await set.text()).toBe(true)
  const annotator = await new Annotator(page).open(images[0])
  const button = page.getByRole('button', { name: 'Open the calendar' })
  await context.setOffline(true)
  await button.click()
  await expect(page.getByText('The calendar could not be loaded. Type the day.')).toBeVisible()
  await expect(annotator.canvas).toBeVisible()
  await page.keyboard.press('Escape')
  await context.setOffline(false)
  await button.click()
  await expect(page.getByRole('button', { name: /^15 / })).toBeVisible()
})

test('links to other images with unsaved work stand out from their text, also in dark', async ({
  page,
  context,
  person,
}) => {
  const { images } = await givenImages(person, 2)
  const [first, second] = images
  await page.emulateMedia({ colorScheme: 'dark' })
  const annotator = await new Annotator(page).open(second)
  await page.keyboard.press('p')
  await expect(page).toHaveURL(new RegExp(`/annotate/${first}`))
  await expect(page.getByLabel('Loading image…')).toHaveCount(0)
  await context.setOffline(true)
  await annotator.drawBox(300, 300)
  await expect(annotator.state('Offline')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('link', { name: 'photograph-1.png' })).toBeVisible()
  await expectAccessibleAsShown(page, 'unsaved work of another image')
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

test('an annotation of a category that is new since its image was opened is there offline', async ({
  context,
  page,
  person,
}) => {
  const { images } = await givenImages(person, 2)
  const [first, second] = images
  const annotator = await new Annotator(page).open(second)
  await page.keyboard.press('p')
  await expect(page).toHaveURL(new RegExp(`/annotate/${first}`))
  await expect(page.getByLabel('Loading image…')).toHaveCount(0)
  await page.keyboard.press('f')
  const tool = page.getByRole('button', { name: 'Fovea', exact: true, pressed: true })
  await expect(tool).toBeVisible()
  await annotator.click(500, 500)
  const row = page.getByRole('button', { name: /Fovea: Annotation 1/ })
  await expect(row).toBeVisible()
  await expect(annotator.state('Saved')).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(new RegExp(`/annotate/${second}`))
  await expect(page.getByLabel('Loading image…')).toHaveCount(0)
  await context.setOffline(true)
  await page.keyboard.press('p')
  await expect(row).toBeVisible()
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
  const dialog = page.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog.getByRole('figure')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()
  const [{ bbox }] = await annotationsOf(person, image)
  expect(bbox[2]).toBeCloseTo(200, 0)
})

test('work that the version before kept in this browser is sent', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const read = () => person.api.get(`/api/annotator/data/${image}`).then((answer) => answer.json())
  const { categories } = await read()
  const [category] = categories
  const square = [[100, 100, 300, 100, 300, 300, 100, 300]]
  const data = { image_id: image, category_id: category.id, segmentation: square, isbbox: true }
  const made = await (await person.api.post('/api/annotation/', { data })).json()
  const content = {
    id: `server-${made.id}`,
    categoryId: category.id,
    geometry: [{ outer: square[0], holes: [] }],
    keypoints: [],
    isBox: true,
    origin: { kind: 'manual', algorithms: [] },
    color: null,
    metadata: {},
    creator: person.username,
    position: made.id,
  }
  const server = { serverId: made.id, revision: made.revision, content }
  const local = { ...content, color: '#123456' }
  const about = { username: person.username, imageId: image, version: 1 }
  const records = [
    { ...about, annotation: content.id, entry: { state: 'dirty', server, local } },
    { ...about, annotation: `label-${category.id}`, label: [category.id, true] },
  ]
  await page.goto('/')
  await page.evaluate(keepUnsaved(records))
  const annotator = await new Annotator(page).open(image)
  await expect(annotator.state('Saved')).toBeVisible()
  await expect.poll(async () => (await read()).image.category_ids).toEqual([category.id])
  expect(await annotationsOf(person, image)).toMatchObject([{ id: made.id, color: '#123456' }])
  await expect.poll(() => page.evaluate(countUnsaved)).toBe(0)
})

test('a value of the image that two people set otherwise is compared by its name', async ({
  page,
  person,
}) => {
  const { dataset, images } = await givenImages(person)
  const [image = 0] = images
  const described = { fields: [drGrade], replaces: {} }
  const put = await person.api.put(`/api/dataset/${dataset.id}/fields`, { data: described })
  expect(put.ok(), await put.text()).toBe(true)
  const fields = { dr_grade: { from: null, to: '3' } }
  const saved = await person.api.post('/api/annotator/data', {
    data: { image: { id: image, fields } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const seen = { id: 'image', labels: [], fields: {} }
  const server = { serverId: null, revision: null, content: seen }
  const entry = { state: 'dirty', server, local: { ...seen, fields: { dr_grade: '2' } } }
  const about = { username: person.username, imageId: image, version: 2 }
  await page.goto('/')
  await page.evaluate(keepUnsaved([{ ...about, annotation: 'image/1', entry }]))
  const annotator = await new Annotator(page).open(image)
  const dialog = page.getByRole('dialog', { name: 'Changed in two places' })
  const { words } = drGrade
  const [mine, theirs] = ['2', '3'].map((value) => valueInWords(drGrade, value, 'en'))
  await expect(dialog.getByText(`${words.en}: ${mine}`)).toBeVisible()
  await expect(dialog.getByText(`${words.en}: ${theirs}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(annotator.state('Saved')).toBeVisible()
  const now = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  expect(now.image.fields).toEqual({ dr_grade: '2' })
})

/** In the page: stores records in the previous version's form. */
const keepUnsaved = (records: readonly unknown[]) => `
  new Promise((resolve) => {
    const opening = indexedDB.open('fovea', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('unsaved', {
      keyPath: ['username', 'imageId', 'annotation'],
    })
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('unsaved', 'readwrite')
      for (const record of ${JSON.stringify(records)}) transaction.objectStore('unsaved').put(record)
      transaction.oncomplete = () => resolve(opening.result.close())
    }
  })`

/** In the page: number of stored records. */
const countUnsaved = `
  new Promise((resolve) => {
    const opening = indexedDB.open('fovea', 1)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('unsaved').objectStore('unsaved').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })`

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
