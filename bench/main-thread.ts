import type { Browser, Page } from '@playwright/test'

/** Main-thread cost of each frame of a gesture, in milliseconds of processor time. */
export interface FrameCosts {
  /** Scripts, style, layout and commit of the page. */
  readonly work: readonly number[]
  /** Filling pixels, which a graphics card does elsewhere. */
  readonly raster: readonly number[]
  /** Duration of each uninterrupted task on the thread. */
  readonly tasks: readonly number[]
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: when it began, how long it took, and the processor's share of that. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } }
}

const categories = ['toplevel', 'cc', 'benchmark', 'devtools.timeline']
const taskName = 'ThreadControllerImpl::RunTask'
/** Inputs and the events that handlers listen to; a click ends with `click`, a key with `keydown`. */
const inputNames: ReadonlySet<string> = new Set(['pointerdown', 'click', 'keydown'])
const workerName = 'DedicatedWorker'
const frameName = 'FireAnimationFrame'
const rasterName = 'LayerTreeHost::DoUpdateLayers'
/** Milliseconds after a gesture in which its follow-up work, such as saving, is counted. */
const aftermath = 400

/** Measures the cost of a gesture; the page gets a frame whenever the screen can show one. */
export async function costsOf(
  browser: Browser,
  page: Page,
  gesture: () => Promise<void>,
): Promise<FrameCosts> {
  return costsIn(await traced(browser, page, gesture))
}

async function traced(
  browser: Browser,
  page: Page,
  gesture: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  await page.evaluate(
    'globalThis.frames = { on: true }; (function each() { if (frames.on) requestAnimationFrame(each) })()',
  )
  await browser.startTracing(page, { categories })
  await gesture()
  await page.waitForTimeout(aftermath)
  const trace = await browser.stopTracing()
  await page.evaluate('globalThis.frames.on = false')
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  return traceEvents.toSorted((a, b) => a.ts - b.ts)
}

/**
 * Processor time of the page's thread, in milliseconds, from an input to the end of the frame after it,
 * in which the user sees an answer.
 */
export async function costOfAnswer(
  browser: Browser,
  page: Page,
  input: () => Promise<void>,
): Promise<number> {
  const ofPage = onThreadOfPage(await traced(browser, page, input))
  const inputs = ofPage.filter(isInput)
  const [from, last] = [inputs[0]?.ts ?? NaN, inputs.at(-1)?.ts ?? NaN]
  const shown = ofPage.find(({ name, ts }) => name === rasterName && ts > last)?.ts ?? NaN
  const tasks = ofPage.filter(({ name, ts, dur = 0 }) => {
    return name === taskName && ts + dur >= from && ts <= shown
  })
  if (tasks.length === 0) throw new Error('The page has shown nothing after the input.')
  return tasks.reduce((sum, task) => sum + ofProcessor(task), 0)
}

/** Processor time, in milliseconds, of the worker that does most after an input. */
export async function costOfWorker(
  browser: Browser,
  page: Page,
  input: () => Promise<void>,
): Promise<number> {
  const events = await traced(browser, page, input)
  const workers = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name?.startsWith(workerName) === true,
  )
  const costs = workers.map(({ pid, tid }) =>
    events
      .filter((event) => event.name === taskName && event.pid === pid && event.tid === tid)
      .reduce((sum, task) => sum + ofProcessor(task), 0),
  )
  return Math.max(...costs)
}

function isInput({ name, args }: TraceEvent): boolean {
  return name === 'EventDispatch' && inputNames.has(args?.data?.type ?? '')
}

function costsIn(events: readonly TraceEvent[]): FrameCosts {
  const ofPage = onThreadOfPage(events)
  const frames = ofPage.filter(({ name }) => name === frameName).map(({ ts }) => ts)
  const [work, raster] = [frames.map(() => 0), frames.map(() => 0)]
  const add = (sums: number[], ts: number, milliseconds: number) => {
    const frame = frames.findLastIndex((start) => start <= ts)
    if (frame >= 0) sums[frame] = (sums[frame] ?? 0) + milliseconds
  }
  const tasks = ofPage.filter(({ name }) => name === taskName)
  const rasters = ofPage.filter(({ name }) => name === rasterName)
  for (const task of tasks) {
    const inTask = rasters.filter(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0))
    const filling = inTask.reduce((sum, each) => sum + ofProcessor(each), 0)
    add(raster, task.ts, filling)
    add(work, task.ts, ofProcessor(task) - filling)
  }
  return { work, raster, tasks: tasks.map(ofProcessor) }
}

function ofProcessor({ tdur = 0 }: TraceEvent): number {
  return tdur / 1000
}

/** The page's thread is the one with the frames. */
function onThreadOfPage(events: readonly TraceEvent[]): TraceEvent[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const byThread = Map.groupBy(
    events.filter(({ name }) => name === frameName),
    threadOf,
  )
  const [page] = [...byThread].toSorted(([, a], [, b]) => b.length - a.length)
  return events.filter((event) => event.ph === 'X' && threadOf(event) === page?.[0])
}
