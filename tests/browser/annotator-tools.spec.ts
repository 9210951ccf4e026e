import sharp from 'sharp'

import {
  Annotator,
  annotationsOf,
  givenImages,
  givenPhotograph,
  openPhotograph,
} from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

test('the brush paints, shift takes away, and each stroke is one step of undo', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const areaOf = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  const stroke = (fromX: number, toX: number) => annotator.drag([fromX, 600], [toX, 600])
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  await stroke(400, 900)
  // Radius 15: a bar of 500 by 30 with round ends.
  const painted = 500 * 30 + Math.PI * 15 ** 2
  await expect.poll(async () => Math.abs((await areaOf()) - painted) / painted).toBeLessThan(0.03)
  await page.keyboard.down('Shift')
  await stroke(600, 700)
  await page.keyboard.up('Shift')
  await expect.poll(areaOf).toBeLessThan(painted - 2500)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Math.abs((await areaOf()) - painted) / painted).toBeLessThan(0.03)

  await page.keyboard.press('e')
  for (let i = 0; i < 5; i++) await page.keyboard.press(']')
  await stroke(300, 650)
  await expect.poll(async () => (await areaOf()) / painted).toBeLessThan(0.5)
  await expect(annotator.state('Saved')).toBeVisible()
})

test('a drawing goes into no annotation of a category that was left', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  await annotator.drawBox(300, 300)
  await page.keyboard.press('d')
  await page.keyboard.press('2')
  // Refused without an annotation; the new one takes the brush, and until then nothing draws.
  await page.keyboard.press('b')
  await annotator.drag([700, 600], [900, 600])
  await page.keyboard.press('Space')
  await annotator.drag([700, 700], [900, 700])
  await expect(annotator.state('Saved')).toBeVisible()
  const [box, stroke, ...others] = await annotationsOf(person, image)
  expect(others).toEqual([])
  expect(box.category_id).not.toBe(stroke.category_id)
  expect([box.area, stroke.area].toSorted((a, b) => a - b)[1]).toBe(20_000)
})

test('the magic wand picks the area of like colour, and shift takes one away', async ({
  page,
  person,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const { dataset } = await givenImages(person)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="1600" height="1200" fill="#8a3010"/>
    <circle cx="700" cy="500" r="120" fill="#f0c060"/>
    <circle cx="700" cy="500" r="40" fill="#404040"/></svg>`
  const picture = sharp(Buffer.from(drawn))
  const image = await givenPhotograph(person, dataset.id, { name: 'disc', picture })
  const annotator = await new Annotator(page).open(image)
  const areaOf = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  const ring = Math.PI * (120 ** 2 - 40 ** 2)
  const cup = Math.PI * 40 ** 2
  const isNear = async (expected: number) => Math.abs((await areaOf()) / expected - 1) < 0.03
  await page.keyboard.press('Space')
  await page.keyboard.press('w')
  await annotator.click(800, 500)
  await expect.poll(() => isNear(ring)).toBe(true)
  await annotator.click(700, 500)
  await expect.poll(() => isNear(ring + cup)).toBe(true)
  await page.keyboard.down('Shift')
  await annotator.click(800, 500)
  await page.keyboard.up('Shift')
  await expect.poll(() => isNear(cup)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(() => isNear(ring + cup)).toBe(true)
  expect(violations).toEqual([])
})

test('a wand without its photograph says so, and works when it can be had', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  await page.context().route(`**/api/image/${image}?v=*`, (route) => route.abort())
  await page.keyboard.press('Space')
  await page.keyboard.press('w')
  await annotator.click(800, 600)
  await expect(page.getByText('The tool could not load the photograph.')).toBeVisible()
  await page.context().unroute(`**/api/image/${image}?v=*`)
  await annotator.click(800, 600)
  // The photograph is of one colour: its background is taken only on confirmation.
  await expect(page.getByText('A large area, such as the background')).toBeVisible()
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await annotationsOf(person, image))[0]?.area).toBe(1600 * 1200)
})

test('keypoints are placed in turn, seen and saved', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  const disc = categories.find(({ name }: { name: string }) => name === 'Disc')
  const changed = await person.api.put(`/api/category/${disc.id}`, {
    data: { keypoint_labels: ['disc', 'fovea'], keypoint_edges: [[1, 2]] },
  })
  expect(changed.ok(), await changed.text()).toBe(true)
  const annotator = await new Annotator(page).open(image)
  const keypoints = async () => (await annotationsOf(person, image))[0]?.keypoints ?? []
  await page.keyboard.press('Space')
  const button = page.getByRole('button', { name: 'Keypoints' })
  await page.keyboard.press('k')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await annotator.click(500, 400)
  await annotator.click(900, 600)
  // The second one is saved with the first or after it.
  await expect.poll(async () => (await keypoints())[5]).toBe(2)
  const placed = await keypoints()
  for (const [i, expected] of [500, 400, 2, 900, 600, 2].entries()) {
    expect(Math.abs(placed[i] - expected)).toBeLessThan(1)
  }
  await page.keyboard.press('Control+z')
  await expect.poll(keypoints).toEqual([...placed.slice(0, 3), 0, 0, 0])

  await page.getByRole('button', { name: 'Category Drusen' }).click()
  await page.keyboard.press('Space')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('k')
  await expect(page.getByText('The category of this annotation has no keypoints.')).toBeVisible()
})

test('settings of tools are kept for the user', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  const kept = async () => (await (await person.api.get('/api/user/preferences')).json()).tools
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  await page.keyboard.press(']')
  await expect(page.getByText('17 px')).toBeVisible()
  await page.getByRole('switch', { name: 'Protect other annotations' }).click({ force: true })
  await page.keyboard.press('w')
  await page.getByRole('slider', { name: 'Threshold' }).press('ArrowRight')
  await expect
    .poll(kept)
    .toMatchObject({ brush: { radius: 17 }, magicWand: { threshold: 31 }, protectOthers: true })

  await person.api.put('/api/user/preferences', {
    data: { tools: { ...(await kept()), eraser: { radius: 'wide' } } },
  })
  await annotator.open(image)
  await page.getByRole('button', { name: /^Disc: Annotation 1/ }).click()
  await page.keyboard.press('w')
  await expect(page.getByRole('slider', { name: 'Threshold' })).toHaveAttribute(
    'aria-valuenow',
    '31',
  )
  await expect(page.getByRole('switch', { name: 'Protect other annotations' })).toBeChecked()
  await page.keyboard.press('b')
  await expect(page.getByText('17 px')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('30 px')).toBeVisible()
})
