import type { Browser, Page } from '@playwright/test'

import { loadPolygonOperations } from '#geometry/boolean'
import { distance } from '#geometry/point'
import { type MultiPolygon, pointOf, ringsOf, vertexCount } from '#geometry/polygon'

import { openChromium } from './chromium.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { costsOf, type FrameCosts } from './main-thread.ts'
import { inShort, print, spreadOf, sumOf, timingOf } from './measure.ts'
import {
  middle,
  moveAbout,
  nextFrame,
  openAnnotator,
  Ours,
  type Place,
  viewport,
} from './people.ts'
import { seedAnnotations } from './seed.ts'
import { roughened, vesselTree } from './workload.ts'

const side = 4096
/** Zoom of the closer view relative to the whole photograph: about the photograph's own pixels. */
const closer = { notches: 9, factor: 1.2 ** 9 }
/** Single gestures of the same image differ by a third. */
const roundCount = 3
const none: FrameCosts = { work: [], raster: [], tasks: [] }
/** Milliseconds in which a page repaints sharply, saves, and updates its lists. */
const settling = 700

/**
 * Measures gestures at one annotation with very many vertices, against the same gestures on a photograph
 * that has only a triangle to work at.
 */
export async function benchComplex(workplace: Workplace): Promise<void> {
  const operations = await loadPolygonOperations()
  await using resources = new AsyncDisposableStack()
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const seats: Seat[] = []
  const shapes = [
    aTriangle(),
    vesselTree(side, 31_000, operations),
    roughened(vesselTree(side, 92_000, operations)),
  ]
  for (const shape of shapes) seats.push(await sitBefore(browser, workplace, shape))
  print(
    `\nScreen: one annotation of very many vertices, against an empty image; a window of ${viewport.width} x ${viewport.height}; milliseconds of the processor a frame`,
  )
  print(head)
  for (const view of ['whole', 'close'] as const) {
    for (const seat of seats) await show(seat.person.page, view)
    for (const [name, gesture] of Object.entries(gestures)) {
      const rounds: FrameCosts[][] = []
      for (let round = 0; round < roundCount; round++) {
        const costs: FrameCosts[] = []
        for (const seat of seats) costs.push(await measured(browser, { seat, gesture, view }))
        rounds.push(costs)
      }
      for (const [i, { vertices }] of seats.entries()) {
        const pairs = rounds.map(([empty = none, ...trees]) => ({
          empty,
          costs: [empty, ...trees][i] ?? none,
        }))
        printCosts(`${view}: ${name}, ${i === 0 ? 'empty' : `${vertices} vertices`}`, pairs)
      }
    }
  }
}

const columns = ['median', 'p95', 'p99', 'max', 'longest', 'filling', 'ratio', 'in all']
const head = `${'gesture'.padEnd(42)}${columns.map((name) => name.padStart(9)).join('')}`

/** A gesture, and the same one before the empty image in the same round. */
interface Round {
  readonly costs: FrameCosts
  readonly empty: FrameCosts
}

/** Of all rounds, and the median of their ratios. */
function printCosts(name: string, rounds: readonly Round[]): void {
  const all = rounds.map(({ costs }) => costs)
  const { median, p95, p99, max } = spreadOf(all.flatMap(({ work }) => work))
  const longest = Math.max(...all.flatMap(({ tasks }) => tasks))
  const filling = sumOf(all.flatMap(({ raster }) => raster)) / rounds.length
  const ratio = (of: (costs: FrameCosts) => number) =>
    timingOf(rounds.map(({ costs, empty }) => of(costs) / of(empty))).median.toFixed(2)
  const cells = [
    ...[median, p95, p99, max, longest, filling].map(inShort),
    ratio(({ work }) => sumOf(work)),
    ratio(({ work, raster }) => sumOf(work) + sumOf(raster)),
  ]
  print(`${name.padEnd(42)}${cells.map((cell) => cell.padStart(9)).join('')}`)
}

type View = 'whole' | 'close'

/** A person before one annotation, which is selected. */
interface Seat {
  readonly person: Ours
  readonly vertices: number
  /** A vertex near the middle that has a handle in every view, in image pixels. */
  readonly vertex: Place
}

async function sitBefore(
  browser: Browser,
  workplace: Workplace,
  shape: MultiPolygon,
): Promise<Seat> {
  const { address, database, category } = workplace
  const vertices = vertexCount(shape)
  const { id } = await uploadPhotograph(workplace, side, `vertices-${vertices}`)
  await seedAnnotations(database, { imageId: id, categoryId: category }, [shape])
  const page = await openAnnotator(browser, address, id)
  await page.keyboard.press('s')
  await page.keyboard.press('Control+a')
  const vertex = firstVertexNearMiddle(shape)
  const person = await Ours.before(page, side, { centre: vertex, vertex })
  return { person, vertices, vertex }
}

function aTriangle(): MultiPolygon {
  const at = side / 2
  return [{ outer: [at, at, at + 200, at + 60, at + 60, at + 200], holes: [] }]
}

/** The first vertex of a ring always has a handle. */
function firstVertexNearMiddle(shape: MultiPolygon): Place {
  const centre = { x: side / 2, y: side / 2 }
  const firsts = shape.flatMap(ringsOf).map((ring) => pointOf(ring, 0))
  const [nearest = centre] = firsts.toSorted((a, b) => distance(a, centre) - distance(b, centre))
  return [nearest.x, nearest.y]
}

async function show(page: Page, view: View): Promise<void> {
  await page.keyboard.press('c')
  await page.mouse.move(...middle)
  if (view === 'whole') return
  for (let i = 0; i < closer.notches; i++) await page.mouse.wheel(0, -100)
}

async function onScreen({ person, vertex }: Seat, view: View): Promise<Place> {
  const [x, y] = await person.onScreen(...vertex)
  await show(person.page, view)
  if (view === 'whole') return [x, y]
  return [fromMiddle(x, middle[0]), fromMiddle(y, middle[1])]
}

function fromMiddle(at: number, centre: number): number {
  return centre + (at - centre) * closer.factor
}

interface Gesture {
  /** The key of its tool. */
  readonly tool: string
  /** Where it begins; the middle of the view by default. */
  readonly begin?: (this: void, seat: Seat, view: View) => Promise<Place>
  perform(this: void, page: Page): Promise<void>
  /** Takes a change back, unmeasured. */
  readonly undoes?: true
}

const gestures: Readonly<Record<string, Gesture>> = {
  pan: {
    tool: 's',
    async perform(page) {
      await page.mouse.down({ button: 'middle' })
      await moveAbout(page)
      await page.mouse.move(...middle)
      await page.mouse.up({ button: 'middle' })
    },
  },
  zoom: {
    tool: 's',
    async perform(page) {
      for (const delta of [-100, 100]) {
        for (let i = 0; i < 10; i++) {
          await page.mouse.wheel(0, delta)
          await nextFrame(page)
        }
      }
    },
  },
  point: { tool: 's', perform: moveAbout },
  'drag a vertex': { tool: 's', begin: onScreen, perform: drag, undoes: true },
  'brush, no button': { tool: 'b', perform: moveAbout },
  brush: { tool: 'b', perform: drag },
  'brush again': { tool: 'b', perform: drag },
  erase: { tool: 'e', perform: drag },
}

async function drag(page: Page): Promise<void> {
  await page.mouse.down()
  await moveAbout(page)
  await page.mouse.up()
}

async function measured(
  browser: Browser,
  { seat, gesture, view }: { seat: Seat; gesture: Gesture; view: View },
): Promise<FrameCosts> {
  const { page } = seat.person
  await page.keyboard.press(gesture.tool)
  await page.mouse.move(...((await gesture.begin?.(seat, view)) ?? middle))
  await page.waitForTimeout(settling)
  const costs = await costsOf(browser, page, () => gesture.perform(page))
  await page.waitForTimeout(settling)
  if (gesture.undoes) await page.keyboard.press('Control+z')
  return costs
}
