import type { CDPSession } from '@playwright/test'
import sharp from 'sharp'

import {
  Annotator,
  annotationsOf,
  givenImages,
  givenPhotograph,
  openPhotograph,
} from './annotator-page.ts'
import { boxOf } from './boxes.ts'
import { expect, test } from './fixtures.ts'

type Place = readonly [number, number]
type Places = readonly Place[]

/** Fingers on the screen, each place one of them; a list that is empty lifts all. */
async function touch(
  session: CDPSession,
  kind: 'Start' | 'Move' | 'End' | 'Cancel',
  places: Places,
) {
  const touchPoints = places.map(([x, y], id) => ({ x, y, id }))
  await session.send('Input.dispatchTouchEvent', { type: `touch${kind}`, touchPoints })
}

test.use({ hasTouch: true })

test('one finger paints, two fingers move and enlarge the image and paint nothing', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const session = await page.context().newCDPSession(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('b')

  await touch(session, 'Start', [await annotator.onScreen(400, 600)])
  for (let x = 450; x <= 900; x += 50) {
    await touch(session, 'Move', [await annotator.onScreen(x, 600)])
  }
  await touch(session, 'End', [])
  await expect(annotator.state('Saved')).toBeVisible()
  const area = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  // Radius 15: a bar of 500 by 30 with round ends.
  const painted = 500 * 30 + Math.PI * 15 ** 2
  await expect.poll(async () => Math.abs((await area()) - painted) / painted).toBeLessThan(0.03)

  const zoom = page.getByRole('button', { name: /^Zoom: \d+%/ })
  const before = await zoom.textContent()
  const [left, right] = [await annotator.onScreen(700, 300), await annotator.onScreen(900, 300)]
  await touch(session, 'Start', [left])
  await touch(session, 'Start', [left, right])
  for (let apart = 10; apart <= 100; apart += 10) {
    await touch(session, 'Move', [
      [left[0] - apart, left[1]],
      [right[0] + apart, right[1]],
    ])
  }
  await touch(session, 'End', [])
  await expect
    .poll(async () => Number.parseInt((await zoom.textContent()) ?? ''))
    .toBeGreaterThan(1.5 * Number.parseInt(before ?? ''))
  await expect(annotator.state('Saved')).toBeVisible()
  expect(Math.abs((await area()) - painted) / painted).toBeLessThan(0.03)
})

test('a touch that the system takes over leaves the points of a polygon before it', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const session = await page.context().newCDPSession(page)
  for (const key of ['Space', 'v']) await page.keyboard.press(key)
  const corners: Places = [
    [300, 300],
    [700, 300],
    [700, 700],
    [100, 900],
  ]
  for (const [i, corner] of corners.entries()) {
    await touch(session, 'Start', [await annotator.onScreen(...corner)])
    await touch(session, i === corners.length - 1 ? 'Cancel' : 'End', [])
  }
  await page.keyboard.press('Enter')
  const triangle = async () => ((await annotationsOf(person, image))[0]?.area ?? 0) / 80_000
  await expect.poll(async () => Math.abs((await triangle()) - 1)).toBeLessThan(0.05)
})

test('a pen paints as wide as the brush, however hard it is pressed, and nothing while it hovers', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const session = await page.context().newCDPSession(page)
  const pen = async (kind: 'Pressed' | 'Moved' | 'Released', place: Place, force: number) => {
    const [x, y] = await annotator.onScreen(...place)
    const buttons = kind === 'Moved' && force === 0 ? 0 : 1
    await session.send('Input.dispatchMouseEvent', {
      type: `mouse${kind}`,
      pointerType: 'pen',
      button: buttons === 0 ? 'none' : 'left',
      clickCount: kind === 'Moved' ? 0 : 1,
      x,
      y,
      buttons,
      force,
    })
  }
  await page.keyboard.press('Space')
  await page.keyboard.press('b')

  await pen('Moved', [300, 300], 0)
  await pen('Moved', [400, 600], 0)
  await pen('Pressed', [400, 600], 0.1)
  for (let x = 450; x <= 900; x += 50) await pen('Moved', [x, 600], x / 1000)
  await pen('Released', [900, 600], 0)
  await pen('Moved', [900, 900], 0)
  const painted = 500 * 30 + Math.PI * 15 ** 2
  const area = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  await expect.poll(async () => Math.abs((await area()) - painted) / painted).toBeLessThan(0.03)
})

test('a second finger in the middle of a stroke takes the stroke back and pinches', async ({
  page,
  person,
}) => {
  const { annotator, image } = await openPhotograph(page, person)
  const session = await page.context().newCDPSession(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  const zoom = page.getByRole('button', { name: /^Zoom: \d+%/ })
  const percent = async () => Number.parseInt((await zoom.textContent()) ?? '')
  const before = await percent()
  const [start, end] = [await annotator.onScreen(500, 600), await annotator.onScreen(700, 600)]
  const second = await annotator.onScreen(1100, 600)

  await touch(session, 'Start', [start])
  await touch(session, 'Move', [end])
  await touch(session, 'Start', [end, second])
  for (let nearer = 5; nearer <= 40; nearer += 5) {
    await touch(session, 'Move', [
      [end[0] + nearer, end[1]],
      [second[0] - nearer, second[1]],
    ])
  }
  await touch(session, 'End', [])
  await expect.poll(percent).toBeLessThan(0.75 * before)
  await page.keyboard.press('Control+s')
  await expect(annotator.state('Saved')).toBeVisible()
  expect(await annotationsOf(person, image)).toMatchObject([{ area: 0 }])
})

test('fingers alone outline an object by clicks on it and beside it, and finish', async ({
  page,
  person,
}) => {
  const { dataset } = await givenImages(person)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="1600" height="1200" fill="#8a3010"/>
    <circle cx="800" cy="600" r="120" fill="#f0c060"/></svg>`
  const picture = sharp(Buffer.from(drawn)).removeAlpha()
  const image = await givenPhotograph(person, dataset.id, { name: 'blot', picture })
  const annotator = await new Annotator(page).open(image)
  const tap = async (x: number, y: number) =>
    page.touchscreen.tap(...(await annotator.onScreen(x, y)))
  await page.getByLabel('New annotation: Disc').tap()
  await page.getByRole('button', { name: 'Outline by clicks' }).tap()
  const choice = page.getByRole('radiogroup', { name: 'Include or exclude places' })
  await expect(choice.getByRole('radio', { name: 'Exclude' })).toBeDisabled()

  await tap(800, 600)
  const drawing = page.getByRole('group', { name: 'Drawing in hand' })
  const { height } = await boxOf(drawing.getByRole('button', { name: 'Finish' }))
  expect(height).toBeGreaterThanOrEqual(44)
  await choice.getByText('Exclude').tap()
  await tap(1100, 600)
  await tap(500, 600)
  await drawing.getByRole('button', { name: 'Undo last point' }).tap()
  await drawing.getByRole('button', { name: 'Finish' }).tap()
  await expect(drawing).toHaveCount(0)
  const area = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  const disc = Math.PI * 120 ** 2
  await expect
    .poll(async () => Math.abs((await area()) / disc - 1), { timeout: 20_000 })
    .toBeLessThan(0.15)
})
