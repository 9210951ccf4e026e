import { fileURLToPath } from 'node:url'

import { type Browser, chromium, type Page } from '@playwright/test'

import { ringsOf } from '#geometry/polygon'
import { browserForTests } from '../scripts/browser.ts'
import { password } from '../tests/http-client.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { print, type Timing, timingOf } from './measure.ts'
import { seedAnnotations } from './seed.ts'
import { numbersFrom, scatteredShapes } from './workload.ts'

const sides = [1024, 2048, 4096] as const
const shapeCount = 500
const vertices = 300
const moves = 60
const viewport = { width: 1280, height: 800 }

/** What the frames of gestures cost on the screen, in Chromium that paints with the processor. */
export async function benchBrowser(workplace: Workplace): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const browser = await chromium.launch({
    executablePath: browserForTests(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  resources.defer(() => browser.close())
  print(
    `\nScreen: ${shapeCount} annotations of ${vertices} vertices, a window of ${viewport.width} x ${viewport.height}; milliseconds of a frame`,
  )
  print(head)
  for (const side of sides) {
    const page = await openOurs(browser, workplace, side)
    const peer = await openPredecessor(browser, side)
    for (const [name, gesture] of Object.entries(gestures)) {
      const ours = await framesOf(page, () => gesture(new Ours(page)))
      const theirs = await framesOf(peer, () => gesture(new Predecessor(peer)))
      printFrames(`${side}²: ${name}`, ours, theirs)
    }
    if (side === 2048) await brushForAMinute(new Ours(page))
    await page.context().close()
    await peer.context().close()
  }
}

type Point = readonly [x: number, y: number]

/** The middle of what both show of the photograph. */
const middle: Point = [560, 400]

/** A person before one of the two screens. */
interface Person {
  readonly page: Page
  select(work: () => Promise<void>): Promise<void>
  pan(work: () => Promise<void>): Promise<void>
  brush(work: () => Promise<void>): Promise<void>
}

class Ours implements Person {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  select(work: () => Promise<void>): Promise<void> {
    return work()
  }

  async pan(work: () => Promise<void>): Promise<void> {
    await this.page.mouse.down({ button: 'middle' })
    await work()
    await this.page.mouse.up({ button: 'middle' })
  }

  async brush(work: () => Promise<void>): Promise<void> {
    await this.page.mouse.down()
    await work()
    await this.page.mouse.up()
  }

  /** Takes the brush, with its least useful radius, for a new annotation. */
  async takeBrush(): Promise<void> {
    await this.page.keyboard.press('Space')
    await this.page.keyboard.press('b')
    for (let i = 0; i < 5; i++) await this.page.keyboard.press('[')
  }
}

class Predecessor implements Person {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async select(work: () => Promise<void>): Promise<void> {
    await this.page.evaluate("predecessor.take('select')")
    await work()
  }

  pan(work: () => Promise<void>): Promise<void> {
    return this.#dragWith('pan', work)
  }

  brush(work: () => Promise<void>): Promise<void> {
    return this.#dragWith('brush', work)
  }

  async #dragWith(tool: string, work: () => Promise<void>): Promise<void> {
    await this.page.evaluate(`predecessor.take('${tool}')`)
    await this.page.mouse.down()
    await work()
    await this.page.mouse.up()
  }
}

const gestures: Readonly<Record<string, (person: Person) => Promise<void>>> = {
  async pan(person) {
    await person.page.mouse.move(...middle)
    await person.pan(() => moveAbout(person.page, moves))
  },
  async zoom({ page }) {
    await page.mouse.move(...middle)
    for (const delta of [-100, 100]) {
      for (let i = 0; i < 15; i++) {
        await page.mouse.wheel(0, delta)
        await nextFrame(page)
      }
    }
  },
  async 'pointer over the shapes'(person) {
    await person.select(() => moveAbout(person.page, moves))
  },
  async 'click on shapes'(person) {
    await person.select(async () => {
      for (let i = 0; i < moves / 3; i++) {
        await person.page.mouse.click(middle[0] + 12 * i - 120, middle[1] + 9 * i - 90)
        await nextFrame(person.page)
      }
    })
  },
  async brush(person) {
    if (person instanceof Ours) await person.takeBrush()
    await person.page.mouse.move(...middle)
    await person.brush(() => moveAbout(person.page, moves))
  },
}

/** Each move is answered when the page has handled it, which it does once a frame. */
async function moveAbout(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page.mouse.move(middle[0] + 150 * Math.sin(i / 6), middle[1] + 120 * Math.sin(i / 9))
  }
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))')
}

interface Frames {
  readonly work: readonly number[]
  readonly intervals: readonly number[]
  readonly long: readonly number[]
}

async function framesOf(page: Page, gesture: () => Promise<void>): Promise<Frames> {
  await page.evaluate('frames.start()')
  await gesture()
  return page.evaluate<Frames>('frames.stop()')
}

const columns = ['in all', 'median', 'p95', 'max', 'to next', 'long', 'ratio']
const head = `${'gesture'.padEnd(32)}${columns.map((name) => name.padStart(9)).join('')}   paper.js: in all, median, p95, max`

/** The ratio is of all work together: both may have frames in which nothing happens. */
function printFrames(name: string, ours: Frames, theirs: Frames): void {
  const [mine, other] = [spreadOf(ours.work), spreadOf(theirs.work)]
  const figures = [mine.sum, mine.median, mine.p95, mine.max, timingOf(ours.intervals).p95]
  const cells = [
    ...figures.map((value) => value.toFixed(value < 100 ? 1 : 0)),
    String(ours.long.length),
    (mine.sum / other.sum).toFixed(2),
  ]
  const against = [other.sum, other.median, other.p95, other.max].map((value) => value.toFixed(0))
  print(
    `${name.padEnd(32)}${cells.map((cell) => cell.padStart(9)).join('')}   ${against.join(', ')}`,
  )
}

function spreadOf(values: readonly number[]): Timing & { sum: number; max: number } {
  const sum = values.reduce((all, value) => all + value, 0)
  return { ...timingOf(values), sum, max: Math.max(...values) }
}

/** A stroke that does not end for a minute, at the pace of the screen. */
async function brushForAMinute(person: Ours): Promise<void> {
  const { page } = person
  const random = numbersFrom(3)
  const tenSeconds = async () => {
    const end = performance.now() + 10_000
    for (let i = 0; performance.now() < end; i++) {
      const x = middle[0] + 200 * Math.sin(i / 40) + 2 * random()
      await page.mouse.move(x, middle[1] + 150 * Math.sin(i / 7) + 2 * random())
    }
  }
  await page.mouse.move(...middle)
  await page.mouse.down()
  const before = await heapMegabytes(page)
  const first = await framesOf(page, tenSeconds)
  for (let i = 0; i < 4; i++) await tenSeconds()
  const last = await framesOf(page, tenSeconds)
  const after = await heapMegabytes(page)
  await page.mouse.up()
  const [a, b] = [spreadOf(first.work), spreadOf(last.work)]
  print(
    `2048²: one stroke of a minute, radius 5: median ${a.median.toFixed(1)} ms (p95 ${a.p95.toFixed(1)}) in the first ten seconds, ` +
      `${b.median.toFixed(1)} (${b.p95.toFixed(1)}) in the last, ratio ${(b.median / a.median).toFixed(2)}; ` +
      `long tasks ${first.long.length} and ${last.long.length}; memory ${(after - before).toFixed(1)} MB more`,
  )
}

/** What scripts use in the page once everything that can go is gone. */
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
  const context = await browser.newContext({ viewport, baseURL: address })
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  const page = await context.newPage()
  await page.addInitScript({ path: scriptBeside('frames.js') })
  const start = performance.now()
  await page.goto(`/annotate/${id}`)
  await page.getByRole('application').waitFor()
  await page.getByLabel('Loading image…').waitFor({ state: 'hidden' })
  print(`${side}²: opened in ${(performance.now() - start).toFixed(0)} ms, the app included`)
  return page
}

async function openPredecessor(browser: Browser, side: number): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.addScriptTag({ path: scriptBeside('frames.js') })
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
