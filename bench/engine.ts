import { loadPolygonOperations } from '#geometry/boolean'
import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { area, ringsOf, vertexCount } from '#geometry/polygon'
import { parseSegmentation, toSegmentation } from '#geometry/segmentation'
import type { RgbaImage } from '#raster/image'
import { MagicWand } from '#raster/magic-wand'
import { type Desk, drawStroke, openEditor, pointerAt } from './drawing.ts'
import { millisecondsOf, printRows, type Row, type Timing, timingOf } from './measure.ts'
import * as predecessor from './predecessor.ts'
import {
  fundus,
  largeShape,
  loopingPath,
  numbersFrom,
  scatteredShapes,
  vesselTree,
} from './workload.ts'

const sides = [1024, 2048, 4096] as const
const radius = 30
const stepsOfStroke = 60

/** Measures drawing without a screen, on images of several sizes. */
export async function benchEngine(): Promise<void> {
  predecessor.startProject()
  const operations = await loadPolygonOperations()
  for (const side of sides) {
    const photograph = fundus(side)
    const desk = { side, operations, wand: new MagicWand(photograph) }
    const large = largeShape(side, operations)
    const tree = vesselTree(side, 24_000, operations)
    printRows(`Engine, image of ${side} x ${side} pixels`, [
      ...brushRows(desk, large),
      ...eraserRows(desk, large),
      treeRow(desk, tree),
      ...wandRows(desk, photograph),
      hitRow(desk),
      openRow(desk),
    ])
  }
}

function shapeInWords(shape: MultiPolygon): string {
  const holes = shape.reduce((sum, { holes: inside }) => sum + inside.length, 0)
  return `${vertexCount(shape)} vertices, ${holes} holes`
}

function brushRows(desk: Desk, shape: MultiPolygon): Row[] {
  const path = loopingPath(desk.side, stepsOfStroke)
  const [ours, theirs] = [new Steps(), new Steps()]
  for (let round = 0; round < 4; round++) {
    ours.add(drawStroke(withTool(desk, 'brush', shape), path))
    theirs.add(brushLikePredecessor(path, shape))
  }
  return [
    {
      work: `brush of radius ${radius}: a move of the pointer`,
      against: 'disc united with the stroke so far',
      ours: timingOf(ours.steps),
      baseline: timingOf(theirs.steps),
    },
    {
      work: `brush: end of ${stepsOfStroke} moves, into ${shapeInWords(shape)}`,
      against: 'union, flattened, simplified',
      ours: timingOf(ours.ends),
      baseline: timingOf(theirs.ends),
    },
  ]
}

function eraserRows(desk: Desk, shape: MultiPolygon): Row[] {
  const path = loopingPath(desk.side, stepsOfStroke)
  const [ours, theirs] = [new Steps(), new Steps()]
  for (let round = 0; round < 2; round++) {
    ours.add(drawStroke(withTool(desk, 'eraser', shape), path))
    theirs.add(eraseLikePredecessor(path, shape))
  }
  return [
    {
      work: `eraser: a move, on ${shapeInWords(shape)}`,
      against: 'disc subtracted from the annotation',
      ours: timingOf(ours.steps),
      baseline: timingOf(theirs.steps),
    },
    {
      work: `eraser: end of ${stepsOfStroke} moves`,
      against: 'flattened, simplified',
      ours: timingOf(ours.ends),
      baseline: timingOf(theirs.ends),
    },
  ]
}

function treeRow(desk: Desk, tree: MultiPolygon): Row {
  const path = loopingPath(desk.side, 20)
  const ours = Array.from({ length: 8 }, () => drawStroke(withTool(desk, 'brush', tree), path).end)
  const theirs = brushLikePredecessor(path, tree).end
  return {
    work: `brush: end of 20 moves, into vessels of ${shapeInWords(tree)}`,
    against: 'union, flattened, simplified, once',
    ours: timingOf(ours.slice(2)),
    baseline: timingOf([theirs]),
  }
}

/** Times of the steps and the ends of several strokes. */
class Steps {
  readonly steps: number[] = []
  readonly ends: number[] = []

  add({ steps, end }: { steps: readonly number[]; end: number }): void {
    this.steps.push(...steps)
    this.ends.push(end)
  }
}

function withTool(desk: Desk, tool: 'brush' | 'eraser', shape: MultiPolygon) {
  const editor = openEditor(desk, [shape], radius)
  editor.setTool(tool)
  return editor
}

function brushLikePredecessor(path: readonly Point[], shape: MultiPolygon) {
  predecessor.clearProject()
  const annotation = predecessor.areaOf(shape)
  let painted = predecessor.disc(path[0] ?? { x: 0, y: 0 }, radius)
  const steps = path.slice(1).map((at) =>
    millisecondsOf(() => {
      painted = predecessor.uniteDisc(painted, at, radius)
    }),
  )
  return { steps, end: millisecondsOf(() => predecessor.uniteSimplified(annotation, painted)) }
}

function eraseLikePredecessor(path: readonly Point[], shape: MultiPolygon) {
  predecessor.clearProject()
  let annotation = predecessor.areaOf(shape)
  const steps = path.map((at) =>
    millisecondsOf(() => {
      annotation = predecessor.subtractDisc(annotation, at, radius)
    }),
  )
  return { steps, end: millisecondsOf(() => predecessor.simplified(annotation)) }
}

function wandRows(desk: Desk, photograph: RgbaImage): Row[] {
  const { side } = desk
  const places = {
    'a small lesion': { x: side / 2, y: side / 2 },
    'the ground between vessels': { x: Math.round(0.6 * side), y: Math.round(0.6 * side) },
  }
  return Object.entries(places).map(([what, at]) => {
    const ours = Array.from({ length: 5 }, () => pick(desk, at))
    const theirs = Array.from({ length: 2 }, () => pickLikePredecessor(photograph, at))
    const share = (100 * (ours[0]?.area ?? 0)) / side ** 2
    return {
      work: `magic wand: ${what}, ${share.toFixed(1)} % of the image`,
      against: 'fill, blur, contour, union, simplified',
      ours: timingOf(ours.map(({ milliseconds }) => milliseconds)),
      baseline: timingOf(theirs),
    }
  })
}

function pick(desk: Desk, at: Point): { milliseconds: number; area: number } {
  const editor = openEditor(desk, [[]])
  editor.setTool('magicWand')
  const milliseconds = millisecondsOf(() => {
    editor.pointerDown(pointerAt(at))
    editor.pointerUp(pointerAt(at))
  })
  const [picked] = editor.state.document.annotations.values()
  return { milliseconds, area: area(picked?.geometry ?? []) }
}

function pickLikePredecessor(photograph: RgbaImage, at: Point): number {
  predecessor.clearProject()
  const annotation = predecessor.areaOf([])
  return millisecondsOf(() => predecessor.pickInto(annotation, photograph, at))
}

function hitRow(desk: Desk): Row {
  const shapes = scatteredShapes(desk.side, 500, 300)
  const random = numbersFrom(desk.side)
  const places = Array.from({ length: 300 }, () => ({
    x: desk.side * random(),
    y: desk.side * random(),
  }))
  const editor = openEditor(desk, shapes)
  predecessor.clearProject()
  for (const shape of shapes) predecessor.openAnnotation(shape.flatMap(ringsOf))
  const over = (hitTest: (at: Point) => unknown) =>
    timingOf(places.map((at) => millisecondsOf(() => hitTest(at))).slice(20))
  return {
    work: 'what is under the pointer, among 500 shapes of 300 vertices',
    against: 'hit test of the project',
    ours: over((at) => editor.pointerMove(pointerAt(at))),
    baseline: over(predecessor.hitTest),
  }
}

function openRow(desk: Desk): Row {
  const sent = JSON.stringify(scatteredShapes(desk.side, 1000, 300).map(toSegmentation))
  const open = () => {
    const editor = openEditor(desk, (JSON.parse(sent) as unknown[]).map(parseSegmentation))
    editor.pointerMove(pointerAt({ x: 1, y: 1 }))
  }
  const openLikePredecessor = () => {
    predecessor.clearProject()
    for (const rings of JSON.parse(sent) as number[][][]) predecessor.openAnnotation(rings)
  }
  return {
    work: 'opening 1,000 annotations of 300 vertices from their JSON',
    against: 'the same as items of the project',
    ours: timingOfRuns(open),
    baseline: timingOfRuns(openLikePredecessor),
  }
}

/** The first of three runs is a warm-up. */
function timingOfRuns(work: () => void): Timing {
  return timingOf(Array.from({ length: 3 }, () => millisecondsOf(work)).slice(1))
}
