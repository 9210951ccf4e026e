import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { loadPolygonOperations } from '#geometry/boolean'
import type { Point } from '#geometry/point'
import { type Desk, drawStroke, openEditor } from './drawing.ts'
import { millisecondsOf, print, timingOf } from './measure.ts'
import * as predecessor from './predecessor.ts'
import { largeShape, loopingPath, numbersFrom } from './workload.ts'

const side = 2048
const movesPerSecond = 120
/** The predecessor gets no more than this for the minute: its steps grow with every step. */
const patience = 6_000

/** Whether painting stays as quick and as small as it was at first. */
export async function benchLongPainting(): Promise<void> {
  predecessor.startProject()
  const desk = { side, operations: await loadPolygonOperations() }
  print(`\nPainting for long, image of ${side} x ${side} pixels`)
  benchMinute(desk)
  benchManyStrokes(desk)
}

/** One stroke of a minute, 120 moves a second as a hand fills an area, radius 5. */
function benchMinute(desk: Desk): void {
  const path = fillingPath(60 * movesPerSecond)
  const editor = openEditor(desk, [[]], 5)
  editor.setTool('brush')
  const before = heapMegabytes()
  const { steps, end } = drawStroke(editor, path)
  tellPortions('a minute of brushing, radius 5, 7,200 moves', steps)
  print(`  let go: ${end.toFixed(0)} ms; memory since the start: ${since(before)}`)

  predecessor.clearProject()
  const theirs: number[] = []
  let painted = predecessor.disc(path[0] ?? { x: 0, y: 0 }, 5)
  const start = performance.now()
  for (const at of path.slice(1)) {
    if (performance.now() - start > patience) break
    theirs.push(
      millisecondsOf(() => {
        painted = predecessor.uniteDisc(painted, at, 5)
      }),
    )
  }
  tellPortions(`paper.js, the ${theirs.length} moves that it did in ${patience / 1000} s`, theirs)
}

/** The first and the last sixth: in a minute, ten seconds. */
function tellPortions(what: string, steps: readonly number[]): void {
  const sixth = Math.floor(steps.length / 6)
  const [first, last] = [timingOf(steps.slice(0, sixth)), timingOf(steps.slice(-sixth))]
  const growth = (last.median / first.median).toFixed(2)
  print(
    `  ${what}: a move ${first.median.toFixed(4)} ms in the first sixth (p95 ${first.p95.toFixed(4)}), ` +
      `${last.median.toFixed(4)} ms in the last (p95 ${last.p95.toFixed(4)}), growth ${growth}`,
  )
}

/** Ten minutes as a person paints them: two strokes a second into one large annotation. */
function benchManyStrokes(desk: Desk): void {
  const shape = largeShape(side, desk.operations)
  const editor = openEditor(desk, [shape], 8)
  editor.setTool('brush')
  const random = numbersFrom(7)
  const strokes = Array.from({ length: 1200 }, () => shortPath(random))
  const before = heapMegabytes()
  const told: string[] = []
  const ends: number[] = []
  for (const [i, path] of strokes.entries()) {
    ends.push(drawStroke(editor, path).end)
    if ([200, 300, 600, 1200].includes(i + 1)) told.push(`${since(before)} after ${i + 1}`)
  }
  print(`  1,200 strokes of 20 moves: memory ${told.join(', ')}`)
  tellPortions('  their ends', ends)

  predecessor.clearProject()
  const peerBefore = heapMegabytes()
  let annotation = predecessor.areaOf(shape)
  for (const path of strokes.slice(0, 40)) {
    predecessor.keptForUndo(annotation)
    let painted = predecessor.disc(path[0] ?? { x: 0, y: 0 }, 8)
    for (const at of path.slice(1)) painted = predecessor.uniteDisc(painted, at, 8)
    annotation = predecessor.uniteSimplified(annotation, painted)
  }
  print(`  paper.js: memory ${since(peerBefore)} after 40 of them`)
}

/** Back and forth in rows, 4 pixels a move, with a hand's tremor. */
function fillingPath(moves: number): Point[] {
  const random = numbersFrom(60)
  const perRow = 90
  return Array.from({ length: moves }, (_, i) => {
    const row = Math.floor(i / perRow)
    const along = row % 2 === 0 ? i % perRow : perRow - (i % perRow)
    return { x: 500 + 4 * along + random(), y: 500 + 8 * (row % 100) + random() }
  })
}

function shortPath(random: () => number): Point[] {
  const whole = loopingPath(side, 400, 10)
  const first = Math.floor(380 * random())
  return whole.slice(first, first + 20).map(({ x, y }) => ({ x: x + 60 * random(), y }))
}

/** Memory in use after garbage collection. */
function heapMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

function since(before: number): string {
  return `${(heapMegabytes() - before).toFixed(1)} MB`
}
