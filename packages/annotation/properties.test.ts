import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSegmentation, toSegmentation } from '#geometry/segmentation'
import { containsPoint } from '#geometry/locate'
import type { MultiPolygon } from '#geometry/polygon'
import { area } from '#geometry/polygon'
import { copiesOf, pasteAnnotations } from './clipboard.ts'
import {
  clearAnnotation,
  deleteAnnotations,
  extentOf,
  forEach,
  setAnnotationField,
  setCategory,
  setImageField,
  setLabel,
} from './commands.ts'
import type { Annotated } from './document.ts'
import type { Driver } from './testing/driver.ts'
import { aSquare, anAnnotation, draw, operations } from './testing/driver.ts'
import { tools } from './tools.ts'

const a = anAnnotation({ geometry: aSquare(20, 20, 40), keypoints: [30, 30, 2, 0, 0, 0] })
const b = anAnnotation({ id: 'b', geometry: aSquare(120, 30, 30), isBox: true, position: 2 })

const everyTool = Object.values(tools).map(({ id }) => id)
const keys = ['Escape', 'Enter', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowDown'] as const

/** Also outside the image of 200 by 100, and on its border. */
const place = fc.tuple(
  fc.oneof(fc.integer({ min: -30, max: 230 }), fc.constantFrom(0, 200)),
  fc.oneof(fc.integer({ min: -30, max: 130 }), fc.constantFrom(0, 100)),
)
const modifiers = fc.record({ shift: fc.boolean(), alt: fc.boolean(), ctrl: fc.boolean() })

const fieldKey = fc.constantFrom('grade', 'note')
const fieldValue = fc.constantFrom(null, 2, 'soft', ['a', 'b'], { cannotTell: true } as const)

/** One thing that a hand does. */
const action = fc.oneof(
  fc.constantFrom(...everyTool).map((id) => (user: Driver) => user.tool(id)),
  fc.constantFrom('a', 'b', null).map((id) => (user: Driver) => user.select(id)),
  fc.constantFrom(0.1, 1, 7.3).map((zoom) => (user: Driver) => user.zoom(zoom)),
  fc.tuple(place, modifiers).map(
    ([at, held]) =>
      (user: Driver) =>
        user.press(...at, held),
  ),
  fc.tuple(place, modifiers).map(
    ([at, held]) =>
      (user: Driver) =>
        user.move(...at, held),
  ),
  fc.tuple(place, modifiers).map(
    ([at, held]) =>
      (user: Driver) =>
        user.release(...at, held),
  ),
  fc.tuple(place, modifiers).map(
    ([at, held]) =>
      (user: Driver) =>
        user.click(...at, held),
  ),
  fc.tuple(fc.array(place, { minLength: 2, maxLength: 8 }), modifiers).map(
    ([path, held]) =>
      (user: Driver) =>
        user.drag(path, held),
  ),
  fc.tuple(fc.constantFrom(...keys), modifiers).map(
    ([key, held]) =>
      (user: Driver) =>
        user.key(key, held),
  ),
  fc.tuple(fc.constantFrom(1, 2), fc.boolean()).map(([label, isGiven]) => (user: Driver) => {
    user.editor.change('label', setLabel(label, isGiven))
    return user
  }),
  fc.tuple(fieldKey, fieldValue).map(([key, given]) => (user: Driver) => {
    user.editor.change('field', setImageField(key, given))
    return user
  }),
  fc.tuple(fc.constantFrom('a', 'b'), fieldKey, fieldValue).map(([id, key, given]) => {
    return (user: Driver) => {
      user.editor.change('field', setAnnotationField(id, key, given))
      return user
    }
  }),
  fc.constantFrom('move', 'paste', 'delete', 'category', 'clear').map((name) => (user: Driver) => {
    user.editor.selectMany([...user.editor.state.document.annotations.keys()])
    changeSelected(user, name)
    return user
  }),
)

function changeSelected(user: Driver, name: string): void {
  const { editor, selected } = user
  const names = ['p', 'q', 'r', 's'].map((each) => `${each}-${user.changes.length}`)
  if (name === 'paste') {
    const copies = copiesOf([a, b], () => names.pop() ?? 'more')
    editor.change(name, pasteAnnotations(copies))
  }
  if (name === 'delete') editor.change(name, deleteAnnotations(selected.slice(0, 1)))
  if (name === 'category')
    editor.change(
      name,
      forEach(selected, (id) => setCategory(id, 2)),
    )
  if (name === 'clear') editor.change(name, forEach(selected, clearAnnotation))
}

const actions = fc.array(action, { minLength: 1, maxLength: 25 })

function annotatedIn(user: Driver): Annotated {
  const { annotations, imageRecord } = user.editor.state.document
  return { annotations, imageRecord }
}

/** Finishes the current gesture, so that undo affects steps. */
function rest(user: Driver): Driver {
  user.editor.cancel()
  return user
}

/** Undoes everything; how many steps that took. */
function rewind(user: Driver): number {
  let steps = 0
  while (user.undo().travelled.label !== null) steps++
  return steps
}

test('after any gestures, undoing all gives the beginning and redoing all the end', () => {
  fc.assert(
    fc.property(actions, (done) => {
      const user = draw(a, b)
      const beginning = annotatedIn(user)
      for (const each of done) each(user)
      const end = annotatedIn(rest(user))
      const steps = rewind(user)
      expect(annotatedIn(user)).toEqual(beginning)
      for (let i = 0; i < steps; i++) user.redo()
      expect(annotatedIn(user)).toEqual(end)
      expect(user.redo().travelled.label).toBeNull()
    }),
    { numRuns: 300 },
  )
})

test('after any gestures, nothing lies outside the image, and the selection is consistent', () => {
  fc.assert(
    fc.property(actions, (done) => {
      const user = draw(a, b)
      for (const each of done) {
        each(user)
        const { selected, selection, document, tool } = user.editor.state
        expect(selection).toBe(selected.at(-1) ?? null)
        expect(new Set(selected).size).toBe(selected.length)
        expect(selected.every((id) => document.annotations.has(id))).toBe(true)
        expect(user.editor.canUse(tool.id)).toBe(true)
      }
      for (const annotation of annotatedIn(user).annotations.values()) {
        const box = extentOf(annotation) ?? { x: 0, y: 0, width: 0, height: 0 }
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(200)
        expect(box.y + box.height).toBeLessThanOrEqual(100)
      }
    }),
    { numRuns: 300 },
  )
})

test('giving up leaves no trace, in every state of every tool', () => {
  const gesture = fc.tuple(fc.constantFrom(...everyTool), place, fc.array(place), modifiers)
  const way = fc.constantFrom('Escape', 'cancel')
  fc.assert(
    fc.property(gesture, way, fc.constantFrom(0.1, 1, 7.3), ([id, at, path, held], how, zoom) => {
      const user = draw(a, b).zoom(zoom).tool(id)
      const before = annotatedIn(user)
      user.press(...at, held)
      for (const point of path) user.move(...point, held)
      const isUnderWay = !user.editor.state.tool.resting
      if (how === 'Escape') user.key('Escape')
      else user.editor.cancel()
      expect(user.editor.state.tool.resting).toBe(true)
      expect(user.overlays('moved')).toEqual([])
      // A press that has done all it means is no gesture under way: it is undone, not given up.
      if (!isUnderWay) rewind(user)
      expect(annotatedIn(user)).toEqual(before)
    }),
    { numRuns: 300 },
  )
})

test('saved and loaded, everything is the same', () => {
  fc.assert(
    fc.property(actions, (done) => {
      const user = draw(a, b)
      for (const each of done) each(user)
      for (const { geometry } of annotatedIn(user).annotations.values()) {
        const stored = JSON.parse(JSON.stringify(toSegmentation(geometry)))
        expect(parseSegmentation(stored)).toEqual(geometry)
      }
    }),
    { numRuns: 200 },
  )
})

const goldenRatio = (Math.sqrt(5) - 1) / 2

/** Counts places twice as dense as the pixels in either direction. */
function rasterArea(isInside: (x: number, y: number) => boolean): number {
  let count = 0
  for (let row = 0; row < 200; row++) {
    // Rows start at different places: along a diagonal edge, a regular grid is wrong to one side in each row.
    const start = ((row * goldenRatio) % 1) / 2
    for (let x = start; x < 200; x += 0.5) if (isInside(x, (row + 0.5) / 2)) count++
  }
  return count / 4
}

/** Rings that cross themselves are cleaned, so that inside means the same to both sides. */
function shapeOf(points: readonly (readonly [number, number])[]): MultiPolygon {
  return operations.union([{ outer: points.flat(), holes: [] }], [])
}

test('areas after boolean operations are those of a raster', () => {
  const ring = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100 })),
    {
      minLength: 3,
      maxLength: 7,
    },
  )
  fc.assert(
    fc.property(ring, ring, (first, second) => {
      const [p, q] = [shapeOf(first), shapeOf(second)]
      const cases = [
        { shape: operations.union(p, q), isIn: (i: boolean, j: boolean) => i || j },
        { shape: operations.difference(p, q), isIn: (i: boolean, j: boolean) => i && !j },
      ]
      for (const { shape, isIn } of cases) {
        const raster = rasterArea((x, y) =>
          isIn(containsPoint(p, { x, y }), containsPoint(q, { x, y })),
        )
        // Cells of the grid are wrong only along an outline, and equally often to either side.
        expect(Math.abs(area(shape) - raster)).toBeLessThan(25)
      }
    }),
    { numRuns: 20 },
  )
})
