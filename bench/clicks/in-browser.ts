import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

import { uploadImage } from '#contract/images'
import { planeCount } from '#retina/clicks/planes'
import { windowSidePx } from '#retina/clicks/window'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'

import { password } from '../../tests/http-client.ts'
import { openChromium } from '../chromium.ts'
import { openWorkplace, type Workplace } from '../fovea.ts'
import { costOfWorker } from '../main-thread.ts'
import { Hand } from '../grader/hand.ts'
import { printRows, timingOf } from '../measure.ts'

export const clickParts: Readonly<Record<string, () => Promise<void>>> = {
  async clicks() {
    await using workplace = await openWorkplace()
    await benchClicks(workplace)
  },
}

interface Blot {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const size = { width: 3504, height: 2336 }
/** As large as a large lesion, which takes two looks to find, and as an optic disc, which takes three. */
const lesion: Blot = { x: 1100, y: 1100, radius: 120 }
const disc: Blot = { x: 2400, y: 1100, radius: 260 }
const objects = 16
/** Lets the runtime and the network load. */
const restMs = 3000
const network = path.join(import.meta.dirname, '../../packages/retina/clicks/network.onnx')

/**
 * Measures the processor time of clicks in the browser's thread that outlines, against one look of the
 * network alone by the server's runtime with one thread.
 */
async function benchClicks(workplace: Workplace): Promise<void> {
  const image = await uploadBlots(workplace)
  const browser = await openChromium()
  await using _ = { [Symbol.asyncDispose]: () => browser.close() }
  const context = await browser.newContext({
    baseURL: workplace.address,
    viewport: { width: 1280, height: 800 },
  })
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  const page = await context.newPage()
  await page.goto(`/annotate/${image}`)
  await page.getByRole('application').waitFor()
  await page.waitForLoadState('networkidle')
  const hand = new Hand(page)
  await hand.lookAtAll(size)
  await hand.keys('Space', 'i')
  await page.waitForTimeout(restMs)
  const cost = (click: () => Promise<void>) => costOfWorker(browser, page, click)
  const lesions: Costs[] = []
  const discs: Costs[] = []
  for (let offset = 0; offset < objects; offset++) {
    lesions.push(await clickOn(hand, cost, { ...lesion, x: lesion.x + offset }))
    discs.push(await clickOn(hand, cost, { ...disc, x: disc.x + offset }))
  }
  const baseline = timingOf(await lookAlone())
  // Without the first objects, because browsers translate code at its first run.
  const further = [...lesions.slice(1), ...discs.slice(1)].flatMap((each) => each.further)
  printRows('Clicks', [
    row('first click on a lesion', firstOf(lesions), baseline),
    row('first click on an object as large as a disc', firstOf(discs), baseline),
    row('further click', further, baseline),
  ])
}

/** Milliseconds of the clicks on one object. */
interface Costs {
  readonly first: number
  readonly further: readonly number[]
}

function firstOf(costs: readonly Costs[]): number[] {
  return costs.slice(1).map(({ first }) => first)
}

async function clickOn(
  hand: Hand,
  cost: (click: () => Promise<void>) => Promise<number>,
  { x, y, radius }: Blot,
): Promise<Costs> {
  // Beside the drawn blot and near its edge, so that each click moves the edge.
  const off = radius + 10
  const first = await cost(() => hand.click({ x, y }))
  const further = [
    await cost(() => hand.click({ x: x + off, y })),
    await cost(() => hand.clickWith('Shift', { x: x - off + 30, y })),
  ]
  await hand.keys('Escape')
  return { first, further }
}

function row(work: string, milliseconds: readonly number[], baseline: ReturnType<typeof timingOf>) {
  const against = 'one look of the network by ONNX Runtime on the server'
  return { work, against, ours: timingOf(milliseconds), baseline }
}

async function uploadBlots({ kim, dataset }: Workplace): Promise<number> {
  const circles = [lesion, disc].map(
    ({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`,
  )
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#8a3010"/>
    <g fill="#f0c060">${circles.join('')}</g></svg>`
  const content = await sharp(Buffer.from(drawn)).jpeg().toBuffer()
  const file = { name: 'blots.jpg', content }
  const { image } = await kim.call(uploadImage, { query: { dataset_id: dataset }, file })
  return image.id
}

async function lookAlone(): Promise<number[]> {
  const session = await InferenceSession.create(await readFile(network), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  const planes = Float32Array.from(
    { length: planeCount * windowSidePx ** 2 },
    (_, i) => (i % 7) - 3,
  )
  const image = new Tensor('float32', planes, [1, planeCount, windowSidePx, windowSidePx])
  const times: number[] = []
  for (let look = 0; look < 40; look++) {
    const start = performance.now()
    await session.run({ image })
    times.push(performance.now() - start)
  }
  return times.slice(10)
}
