import type { Page } from '@playwright/test'
import sharp from 'sharp'

import {
  fit,
  type Size,
  toImage,
  toScreen,
  type Viewport,
  zoomAbout,
} from '../../apps/web/src/canvas/viewport.ts'
import { Annotator, annotationsOf, givenImages } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

const size: Size = { width: 1600, height: 1200 }
/** Canvases from bottom to top. */
const layers = { annotations: 2, raised: 3, active: 4 } as const

/** A closed line with thousands of vertices, long and crooked; the first is near the middle of the image. */
const ring = Array.from({ length: 6000 }, (_, i) => {
  const angle = (2 * Math.PI * i) / 6000 - Math.PI / 62
  const away = 330 + 190 * Math.sin(31 * angle) + 3 * Math.sin(1700 * angle)
  return [800 + 1.3 * away * Math.cos(angle), 600 + away * Math.sin(angle)]
}).flatMap(([x = 0, y = 0]) => [Math.round(100 * x) / 100, Math.round(100 * y) / 100])

interface Look {
  readonly viewport: Viewport
  readonly pixelRatio: number
  readonly ring: readonly number[]
  readonly color: string
  readonly isFilled: boolean
  /** Whether the outline is that of a selected annotation. */
  readonly isBroad: boolean
}

/** Paints every vertex in the page, plainly, as one path; the opacity of each pixel of the canvas. */
async function paintedPlainly(page: Page, look: Look): Promise<Buffer> {
  const { viewport, pixelRatio, color, isBroad } = look
  const lines = isBroad
    ? [
        { color: '#000000', opacity: 0.6, width: 4.5 / viewport.zoom },
        { color, opacity: 1, width: 2 / viewport.zoom },
      ]
    : [{ color, opacity: 1, width: 1 / (viewport.zoom * pixelRatio) }]
  const plan = JSON.stringify({ ...look, lines })
  return picture(
    await page.evaluate<string>(`{
      const { viewport, pixelRatio, ring, color, isFilled, isBroad, lines } = ${plan}
      const { width, height } = document.querySelector('[role=application] canvas')
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      const scale = viewport.zoom * pixelRatio
      context.setTransform(scale, 0, 0, scale, viewport.x * pixelRatio, viewport.y * pixelRatio)
      context.beginPath()
      for (let i = 0; i < ring.length; i += 2) context.lineTo(ring[i], ring[i + 1])
      context.closePath()
      context.fillStyle = color
      context.globalAlpha = 0.35
      context.lineJoin = isBroad ? 'round' : 'miter'
      if (isFilled) context.fill('evenodd')
      for (const line of lines) {
        context.strokeStyle = line.color
        context.globalAlpha = line.opacity
        context.lineWidth = line.width
        context.stroke()
      }
      canvas.toDataURL()
    }`),
  )
}

async function layer(page: Page, index: number): Promise<Buffer> {
  const address = await page.evaluate<string>(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
      resolve(document.querySelectorAll('[role=application] canvas')[${index}].toDataURL())
    })))`,
  )
  return picture(address)
}

function picture(address: string): Promise<Buffer> {
  const content = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
  return sharp(content).extractChannel('alpha').raw().toBuffer()
}

/** The share of painted pixels whose opacity differs by more than a fifth. */
function difference(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length)
  const painted = other.filter((value) => value > 0).length
  return one.filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 51).length / painted
}

/** The opacity of one layer over another. */
function together(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((value, i) => 255 - ((255 - value) * (255 - (other[i] ?? 0))) / 255))
}

interface Part {
  /** Pixels in a row of the whole picture. */
  readonly rowLength: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function cut(whole: Buffer, { rowLength, left, top, width, height }: Part): Buffer {
  return Buffer.concat(
    Array.from({ length: height }, (_, row) => {
      const start = (top + row) * rowLength + left
      return whole.subarray(start, start + width)
    }),
  )
}

/** The photograph with one annotation of very many vertices, which is selected. */
async function openWithVessels(page: Page, person: Parameters<typeof givenImages>[0]) {
  const { images } = await givenImages(person)
  const [id = 0] = images
  const { categories } = await (await person.api.get(`/api/annotator/data/${id}`)).json()
  const [{ id: category, color }] = categories
  const data = { image_id: id, category_id: category, segmentation: [ring] }
  const made = await person.api.post('/api/annotation/', { data })
  expect(made.ok(), await made.text()).toBe(true)
  const annotator = await new Annotator(page).open(id)
  await page.keyboard.press('s')
  await page.keyboard.press('Control+a')
  const box = await annotator.canvas.boundingBox()
  if (box === null) throw new Error('There is no canvas.')
  return { color, box, annotator, image: id }
}

/** Longer than the time after which moved layers are painted sharply. */
const restMs = 300

for (const pixelRatio of [1, 2]) {
  test.describe(`at ${pixelRatio} display pixels per screen pixel`, () => {
    test.use({ deviceScaleFactor: pixelRatio, viewport: { width: 900, height: 640 } })

    test('very many vertices look as if each were painted, at every zoom, moved, dragged and bent', async ({
      page,
      person,
    }) => {
      const { color, box, annotator, image } = await openWithVessels(page, person)
      let viewport = fit(size, box)
      const expectLayer = async (index: number, look: Partial<Look>, share: number) => {
        await page.waitForTimeout(restMs)
        const usual = { viewport, pixelRatio, ring, color, isFilled: true, isBroad: false }
        const plain = await paintedPlainly(page, { ...usual, ...look })
        expect(difference(await layer(page, index), plain)).toBeLessThan(share)
      }
      const expectLook = async () => {
        await expectLayer(layers.annotations, {}, 0.05)
        // The edge of a broad line may be off by half a pixel.
        await expectLayer(layers.raised, { isFilled: false, isBroad: true }, 0.1)
      }
      const middle = { x: box.width / 2, y: box.height / 2 }
      const pointTo = ({ x, y }: { x: number; y: number }) =>
        page.mouse.move(box.x + x, box.y + y, { steps: 3 })
      await page.keyboard.press('b')
      await pointTo(middle)
      await expectLook()
      for (let i = 0; i < 7; i++) {
        await page.keyboard.press('=')
        viewport = zoomAbout(viewport, middle, 1.2)
      }
      await page.waitForTimeout(restMs)
      await page.mouse.down({ button: 'middle' })
      await pointTo({ x: middle.x - 60, y: middle.y - 35 })
      await page.mouse.up({ button: 'middle' })
      await pointTo(middle)
      viewport = { ...viewport, x: viewport.x - 60, y: viewport.y - 35 }
      await expectLook()

      await page.keyboard.press('s')
      const inside = toScreen(viewport, { x: 800, y: 600 })
      await pointTo(inside)
      await page.mouse.down()
      await pointTo({ x: inside.x + 40, y: inside.y + 24 })
      await pointTo({ x: inside.x - 40, y: inside.y + 24 })
      const dragged = { ...viewport, x: viewport.x - 40, y: viewport.y + 24 }
      await expectLayer(layers.raised, { viewport: dragged, isBroad: true }, 0.1)
      await page.keyboard.press('Escape')
      await page.mouse.up()

      const [x = 0, y = 0] = ring
      const vertex = toScreen(viewport, { x, y })
      await pointTo(vertex)
      await page.mouse.down()
      await pointTo({ x: vertex.x - 50, y: vertex.y + 30 })
      const to = toImage(viewport, { x: vertex.x - 50, y: vertex.y + 30 })
      const bent = ring.with(0, to.x).with(1, to.y)
      await expectLayer(layers.raised, { ring: bent, isBroad: true }, 0.1)
      await page.keyboard.press('Escape')
      await page.mouse.up()

      // Selected anew, it stays on its layer, and the outline above it is open at the vertex.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+a')
      await pointTo(vertex)
      await page.mouse.down()
      await pointTo({ x: vertex.x - 50, y: vertex.y + 30 })
      await expectLayer(layers.annotations, { ring: bent }, 0.05)
      const [raised, active] = [await layer(page, layers.raised), await layer(page, layers.active)]
      const usual = { viewport, pixelRatio, ring: bent, color, isFilled: false, isBroad: true }
      const plain = await paintedPlainly(page, usual)
      const around = {
        rowLength: Math.round(box.width * pixelRatio),
        left: Math.round((vertex.x - 40) * pixelRatio),
        top: Math.round((vertex.y - 6) * pixelRatio),
        width: 50 * pixelRatio,
        height: 36 * pixelRatio,
      }
      const both = together(raised, active)
      expect(difference(both, plain)).toBeLessThan(0.1)
      expect(difference(cut(both, around), cut(plain, around))).toBeLessThan(0.1)
      expect(difference(cut(raised, around), cut(plain, around))).toBeGreaterThan(0.3)
      // If the worker that writes large saves cannot be loaded, the page writes them itself.
      if (pixelRatio > 1) await page.route('**/assets/write-body-worker*', (route) => route.abort())
      await page.mouse.up()
      const saved = async (): Promise<number[]> => {
        const [{ segmentation }] = await annotationsOf(person, image)
        return (segmentation.rings ?? [segmentation]).flat(2)
      }
      await expect.poll(saved).not.toContain(x)
      expect((await saved()).length).toBeGreaterThan(ring.length - 10)
      await expect(annotator.state('Saved')).toBeVisible()
    })
  })
}
