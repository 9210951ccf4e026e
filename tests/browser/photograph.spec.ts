import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

import { Annotator, annotationsOf, givenImages, givenPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

/** Two halves of one colour each. */
function halves(width: number, height: number, [left, right]: readonly [string, string]): Sharp {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${left}"/>
    <rect x="${width / 2}" width="${width / 2}" height="${height}" fill="${right}"/></svg>`),
    { limitInputPixels: false },
  ).removeAlpha()
}

/** The colour that the canvases show at a place of them, in shares of their size. */
async function shownAt(page: Page, x: number, y: number): Promise<number[]> {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('There is no canvas.')
  const clip = { x: box.x + x * box.width, y: box.y + y * box.height, width: 1, height: 1 }
  const pixel = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer()
  return [...pixel.subarray(0, 3)]
}

function isNear(shown: readonly number[], expected: readonly number[]): boolean {
  return shown.every((value, i) => Math.abs(value - (expected[i] ?? 0)) <= 4)
}

/** Beside the panel of the settings. */
const left = [0.45, 0.5] as const
const right = [0.65, 0.5] as const

async function expectColours(page: Page, onLeft: number[], onRight: number[]): Promise<void> {
  await expect(page.getByRole('application')).toBeVisible()
  const both = async () =>
    isNear(await shownAt(page, ...left), onLeft) && isNear(await shownAt(page, ...right), onRight)
  await expect
    .poll(both, { message: `${String(onLeft)} and ${String(onRight)}` })
    .toBe(true)
    .catch(async (error: unknown) => {
      const seen = [await shownAt(page, ...left), await shownAt(page, ...right)]
      throw new Error(`Seen were ${JSON.stringify(seen)}.`, { cause: error })
    })
}

test('image settings change what is seen, live, and reset brings it back', async ({
  page,
  person,
}) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const { dataset } = await givenImages(person)
  const picture = halves(1600, 1200, ['#a03c1e', '#508c28'])
  const image = await givenPhotograph(person, dataset.id, { name: 'halves', picture })
  await new Annotator(page).open(image)
  const original = [
    [160, 60, 30],
    [80, 140, 40],
  ] as const
  await expectColours(page, [...original[0]], [...original[1]])
  await page.getByRole('button', { name: 'Image settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Image settings' })
  const reset = panel.getByRole('button', { name: 'Reset' })
  const slider = (name: string) => panel.getByRole('slider', { name })

  await panel.getByRole('switch', { name: 'Red-free' }).click({ force: true })
  await expectColours(page, [60, 60, 60], [140, 140, 140])
  await expect(page.getByText('Image view adjusted')).toBeVisible()
  await panel.getByRole('switch', { name: 'Invert' }).click({ force: true })
  await expectColours(page, [195, 195, 195], [115, 115, 115])

  const compare = panel.getByRole('button', { name: 'Compare' })
  await compare.hover()
  await page.mouse.down()
  await expectColours(page, [...original[0]], [...original[1]])
  await page.mouse.up()
  await expectColours(page, [195, 195, 195], [115, 115, 115])

  await reset.click()
  await expectColours(page, [...original[0]], [...original[1]])
  await expect(page.getByText('Image view adjusted')).toHaveCount(0)

  await slider('Brightness').press('End')
  await expectColours(page, [255, 255, 255], [255, 255, 255])
  await reset.click()
  await slider('Contrast').press('Home')
  await expectColours(page, [128, 128, 128], [128, 128, 128])
  await reset.click()
  await slider('Gamma').press('End')
  await expectColours(page, [218, 157, 125], [173, 209, 138])
  await reset.click()
  await expectColours(page, [...original[0]], [...original[1]])
  expect(violations).toEqual([])
})

test('local contrast makes faint lines stand out', async ({ page, person }) => {
  const { dataset } = await givenImages(person)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <defs><pattern id="lines" width="40" height="40" patternUnits="userSpaceOnUse">
    <rect width="40" height="40" fill="#a04020"/><rect width="20" height="40" fill="#a84828"/>
    </pattern></defs><rect width="1600" height="1200" fill="url(#lines)"/></svg>`
  const picture = sharp(Buffer.from(drawn)).removeAlpha()
  const image = await givenPhotograph(person, dataset.id, { name: 'lines', picture })
  const annotator = await new Annotator(page).open(image)
  const contrast = async () => {
    const box = await annotator.canvas.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 400, (box?.y ?? 0) + 300]
    const shot = await page.screenshot({ clip: { x, y, width: 100, height: 1 } })
    const { channels } = await sharp(shot).removeAlpha().stats()
    const [, green] = channels
    return (green?.max ?? 0) - (green?.min ?? 0)
  }
  await expect.poll(contrast).toBeLessThan(12)
  await expect.poll(contrast).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Image settings' }).click()
  await page.getByRole('slider', { name: 'CLAHE' }).press('End')
  await expect.poll(contrast).toBeGreaterThan(15)
})

test('image settings are kept for the user and reached by keyboard', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const annotator = await new Annotator(page).open(images[0])
  await page.getByRole('button', { name: 'Image settings' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Image settings' })
  await panel.getByRole('slider', { name: 'Brightness' }).press('ArrowRight')
  await panel.getByRole('slider', { name: 'Annotation opacity' }).press('Home')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Image settings' })).toBeFocused()
  const kept = async () => (await (await person.api.get('/api/user/preferences')).json()).image
  await expect.poll(kept).toMatchObject({ brightness: 1, annotationOpacity: 0, redFree: false })
  await annotator.open(images[0])
  await expect(page.getByText('Image view adjusted')).toBeVisible()
  await page.getByRole('button', { name: 'Image settings' }).click()
  await expect(panel.getByRole('slider', { name: 'Brightness' })).toHaveAttribute(
    'aria-valuenow',
    '1',
  )
})

test('annotations become as pale as they are set', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  await person.api.put(`/api/category/${categories[0].id}`, { data: { color: '#00ff00' } })
  const data = {
    image_id: image,
    category_id: categories[0].id,
    segmentation: [[100, 100, 1500, 100, 1500, 1100, 100, 1100]],
  }
  expect((await person.api.post('/api/annotation/', { data })).ok()).toBe(true)
  await new Annotator(page).open(image)
  await expectColours(page, [64, 177, 12], [64, 177, 12])
  await page.getByRole('button', { name: 'Image settings' }).click()
  await page.getByRole('slider', { name: 'Annotation opacity' }).press('Home')
  await expectColours(page, [160, 60, 30], [160, 60, 30])
})

for (const deviceScaleFactor of [1, 1.5, 2]) {
  test.describe(`with ${deviceScaleFactor} display pixels a pixel`, () => {
    test.use({ deviceScaleFactor, viewport: { width: 1281, height: 801 } })

    test('pixels of the image are shown crisp, where they are', async ({ page, person }) => {
      const { dataset } = await givenImages(person)
      const side = 600
      const data = Buffer.alloc(3 * side * side)
      for (let i = 0; i < side * side; i++) {
        data.fill((i + Math.floor(i / side)) % 2 === 0 ? 255 : 0, 3 * i, 3 * i + 3)
      }
      const picture = sharp(data, { raw: { width: side, height: side, channels: 3 } })
      const image = await givenPhotograph(person, dataset.id, { name: 'checks', picture })
      const annotator = await new Annotator(page).open(image)
      for (let i = 0; i < 16; i++) await page.keyboard.press('=')
      await expect(page.getByRole('button', { name: /^Zoom: 1000%/ })).toBeVisible()
      const box = await annotator.canvas.boundingBox()
      const clip = {
        x: (box?.x ?? 0) + 300,
        y: (box?.y ?? 0) + 300,
        width: 100,
        height: 100,
      }
      const between = async () => {
        const pixels = await sharp(await page.screenshot({ clip }))
          .greyscale()
          .raw()
          .toBuffer()
        const grey = pixels.filter((value) => value > 40 && value < 215).length
        return grey / pixels.length
      }
      await expect.poll(between).toBeLessThan(0.02)
    })
  })
}

test.describe('a photograph of 63 million pixels', () => {
  test.use({ deviceScaleFactor: 2 })

  test('is shown by tiles, sharp where it is looked at, and with settings', async ({
    page,
    person,
  }) => {
    test.slow()
    const { dataset } = await givenImages(person)
    const picture = halves(9000, 7000, ['#a03c1e', '#508c28'])
    const image = await givenPhotograph(person, dataset.id, { name: 'large', picture })
    const asked = new Set<string>()
    page.on('request', (request) => {
      const place = /tiles\/(\d+)\/\d+\/\d+/.exec(request.url())
      if (place?.[1] !== undefined) asked.add(place[1])
    })
    await new Annotator(page).open(image)
    await expectColours(page, [160, 60, 30], [80, 140, 40])
    expect(asked).not.toContain('0')
    await expect(page.getByText('9000 × 7000')).toBeVisible()
    for (let i = 0; i < 16; i++) await page.keyboard.press('=')
    await expect.poll(() => [...asked]).toContain('0')
    // At this zoom the edge between the halves is one display pixel wide in full size only.
    const edge = async () => {
      const box = await page.getByRole('application').boundingBox()
      const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
      const clip = { x: Math.round(middle) - 20, y, width: 40, height: 1 }
      const { data, info } = await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const reds = Array.from({ length: info.width }, (_, i) => data[i * info.channels] ?? 0)
      return reds.filter((red) => red > 90 && red < 150).length
    }
    await expect.poll(edge).toBeLessThanOrEqual(12)
    await page.getByRole('button', { name: 'Image settings' }).click()
    await page.getByRole('switch', { name: 'Red-free' }).click({ force: true })
    await expectColours(page, [60, 60, 60], [140, 140, 140])
    await page.getByRole('switch', { name: 'Red-free' }).click({ force: true })
    await expectColours(page, [160, 60, 30], [80, 140, 40])
  })
})

test('the magic wand picks from a photograph that is too large to be decoded at once', async ({
  page,
  person,
}) => {
  test.slow()
  const { dataset } = await givenImages(person)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="4500">
    <rect width="6000" height="4500" fill="#8a3010"/>
    <circle cx="3000" cy="2250" r="300" fill="#f0c060"/></svg>`
  const picture = sharp(Buffer.from(drawn)).removeAlpha()
  const image = await givenPhotograph(person, dataset.id, { name: 'wide', picture })
  const annotator = await new Annotator(page).open(image)
  const areaOf = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  const disc = Math.PI * 300 ** 2
  const isNearly = async (expected: number) => Math.abs((await areaOf()) / expected - 1) < 0.01
  await page.keyboard.press('Space')
  await page.keyboard.press('w')
  await annotator.click(800, 600)
  await expect.poll(() => isNearly(disc), { timeout: 20_000 }).toBe(true)
  // What is around it reaches beyond what is decoded at once.
  await annotator.click(500, 300)
  await expect.poll(() => isNearly(6000 * 4500), { timeout: 20_000 }).toBe(true)
})

test('the next photograph is loaded ahead, but only for who goes from one to another', async ({
  page,
  person,
}) => {
  const { images } = await givenImages(person, 4)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const isAsked = (image: number | undefined) => asked.includes(`/api/image/${image}`)
  await new Annotator(page).open(images[0])
  await expectColours(page, [160, 60, 30], [160, 60, 30])
  expect(isAsked(images[1])).toBe(false)
  await page.keyboard.press('n')
  await expectColours(page, [160, 70, 30], [160, 70, 30])
  // The photograph in full follows when its preview is ready to be shown.
  const asks = () => asked.filter((address) => address === `/api/image/${images[2]}`).length
  await expect.poll(asks).toBe(2)
  expect(isAsked(images[3])).toBe(false)

  // Whatever is held up: the photograph is there, and what belongs on it is fresh.
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/annotator/data/${images[2]}*`, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('n')
  const ahead = page.locator('canvas').first()
  await expect(ahead).toBeVisible()
  const shown = async () => {
    const box = await ahead.boundingBox()
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
    const clip = { x, y, width: 1, height: 1 }
    return [
      ...(await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer()),
    ]
  }
  await expect.poll(async () => isNear(await shown(), [160, 80, 30])).toBe(true)
  held.resolve()
  await expect(page.getByRole('application')).toBeVisible()
  await expectColours(page, [160, 80, 30], [160, 80, 30])
})
