import sharp from 'sharp'

import { Annotator, annotationsOf, givenImages, givenPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'
import { expectColours, halves, isNear } from './photograph-page.ts'

for (const deviceScaleFactor of [1, 1.5, 2]) {
  test.describe(`with ${deviceScaleFactor} display pixels a pixel`, () => {
    test.use({ deviceScaleFactor, viewport: { width: 1281, height: 801 } })

    test('pixels of the image are crisp and in place', async ({ page, person }) => {
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

  test('is shown by tiles, sharp in view, and with settings', async ({ page, person }) => {
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
    // At this zoom the edge between the halves is one display pixel wide only in full size.
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
  // The part around it extends beyond the part decoded first.
  await annotator.click(500, 300)
  const asking = page.getByText('A large area, such as the background')
  await expect(asking).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('Enter')
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

  // Under any delay, the photograph is present and its overlays are current.
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
