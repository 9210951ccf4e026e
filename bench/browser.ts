import { fileURLToPath } from 'node:url'

import type { Browser, Page } from '@playwright/test'

import { boxOf } from '#geometry/box'
import { ringsOf } from '#geometry/polygon'
import { openChromium } from './chromium.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { costsOf, type FrameCosts } from './main-thread.ts'
import { inShort, print, spreadOf, sumOf } from './measure.ts'
import {
  gestures,
  middle,
  openAnnotator,
  Ours,
  Predecessor,
  type Target,
  viewport,
} from './people.ts'
import { seedAnnotations } from './seed.ts'
import { numbersFrom, scatteredShapes } from './workload.ts'

const sides = [1024, 2048, 4096] as const
const shapeCount = 500
const vertices = 300

/** Measures frame costs of gestures on screen, in Chromium with software rendering. */
export async function benchBrowser(workplace: Workplace): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const browser = await openChromium()
  resources.defer(() => browser.close())
  print(
    `\nScreen: ${shapeCount} annotations of ${vertices} vertices, a window of ${viewport.width} x ${viewport.height}; milliseconds of the processor a frame`,
  )
  print(head)
  for (const side of sides) {
    const target = targetOf(side)
    const page = await openOurs(browser, workplace, side)
    const peer = await openPredecessor(browser, side)
    const person = await Ours.before(page, side, target)
    const predecessor = new Predecessor(peer, side, target)
    for (const [name, gesture] of Object.entries(gestures)) {
      const ours = await costsOf(browser, page, () => gesture(person))
      const theirs = await costsOf(browser, peer, () => gesture(predecessor))
      printCosts(`${side}²: ${name}`, ours, theirs)
    }
    if (side === 2048) await brushForLong(browser, person)
    await page.context().close()
    await peer.context().close()
  }
}

const columns = ['median', 'p95', 'p99', 'max', 'longest', 'filling', 'ratio', 'in all']
const head = `${'gesture'.padEnd(32)}${columns.map((name) => name.padStart(9)).join('')}   paper.js: median, p95, p99, max; filling`

/** Ratios are of whole gestures: both may have frames in which nothing happens. */
function printCosts(name: string, ours: FrameCosts, theirs: FrameCosts): void {
  const [mine, other] = [spreadOf(ours.work), spreadOf(theirs.work)]
  const [filling, theirFilling] = [sumOf(ours.raster), sumOf(theirs.raster)]
  const cells = [
    ...[mine.median, mine.p95, mine.p99, mine.max, Math.max(...ours.tasks)].map(inShort),
    inShort(filling),
    (sumOf(ours.work) / sumOf(theirs.work)).toFixed(2),
    ((sumOf(ours.work) + filling) / (sumOf(theirs.work) + theirFilling)).toFixed(2),
  ]
  const against = [other.median, other.p95, other.p99, other.max].map(inShort).join(', ')
  print(
    `${name.padEnd(32)}${cells.map((cell) => cell.padStart(9)).join('')}   ${against}; ${inShort(theirFilling)}`,
  )
}

/** A stroke that does not end for twenty seconds, at the pace of the screen. */
async function brushForLong(browser: Browser, { page }: Ours): Promise<void> {
  const random = numbersFrom(3)
  const moveFor = async (seconds: number) => {
    const end = performance.now() + 1000 * seconds
    for (let i = 0; performance.now() < end; i++) {
      const x = middle[0] + 200 * Math.sin(i / 40) + 2 * random()
      await page.mouse.move(x, middle[1] + 150 * Math.sin(i / 7) + 2 * random())
    }
  }
  await page.keyboard.press('b')
  await page.mouse.move(...middle)
  await page.mouse.down()
  const before = await heapMegabytes(page)
  const first = await costsOf(browser, page, () => moveFor(5))
  await moveFor(10)
  const last = await costsOf(browser, page, () => moveFor(5))
  const after = await heapMegabytes(page)
  await page.mouse.up()
  const [a, b] = [spreadOf(first.work), spreadOf(last.work)]
  print(
    `2048²: one stroke of 20 seconds, radius 5: median ${inShort(a.median)} ms (p99 ${inShort(a.p99)}) in the first five seconds, ` +
      `${inShort(b.median)} (${inShort(b.p99)}) in the last, ratio ${(b.median / a.median).toFixed(2)}; ` +
      `filling ${inShort(sumOf(first.raster))} and ${inShort(sumOf(last.raster))}; memory ${(after - before).toFixed(1)} MB more`,
  )
}

/** An annotation of the image of that size that can be taken by a vertex. */
function targetOf(side: number): Target {
  const boxes = scatteredShapes(side, shapeCount, vertices).flatMap((shape) => {
    const box = boxOf(shape)
    return box === null ? [] : [{ box, outer: shape[0]?.outer ?? [] }]
  })
  const [largest] = boxes.toSorted((a, b) => b.box.width - a.box.width)
  if (largest === undefined) throw new Error('There is no annotation.')
  const { box, outer } = largest
  const centre = [box.x + box.width / 2, box.y + box.height / 2] as const
  return { centre, vertex: [outer[0] ?? 0, outer[1] ?? 0] }
}

/** Memory of the page's scripts after garbage collection. */
async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1e6
}

async function openOurs(browser: Browser, workplace: Workplace, side: number): Promise<Page> {
  const { address, database, category } = workplace
  const { id } = await uploadPhotograph(workplace, side)
  const shapes = scatteredShapes(side, shapeCount, vertices)
  await seedAnnotations(database, { imageId: id, categoryId: category }, shapes)
  return openAnnotator(browser, address, id)
}

async function openPredecessor(browser: Browser, side: number): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addScriptTag({
    path: fileURLToPath(import.meta.resolve('paper/dist/paper-core.min.js')),
  })
  await page.addScriptTag({ path: scriptBeside('predecessor-page.js') })
  const shapes = scatteredShapes(side, shapeCount, vertices).map((shape) => shape.flatMap(ringsOf))
  await page.evaluate(`predecessor.open(${JSON.stringify({ side, shapes })})`)
  return page
}

function scriptBeside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
