import { expect, test } from 'vitest'
import { packRings, unpackRings } from '#geometry/packed-rings'
import { area, vertexCount } from '#geometry/polygon'
import type { MultiPolygon } from '#geometry/polygon'
import { setCategory } from './commands.ts'
import type { Reworked } from './rework.ts'
import { carryOutRework } from './rework.ts'
import { obstacleTo } from './reworking.ts'
import { aSquare, anAnnotation, draw, Driver, operations } from './testing/driver.ts'

const left = anAnnotation({ id: 'a', geometry: aSquare(10, 10, 40) })
const right = anAnnotation({ id: 'b', position: 2, geometry: aSquare(40, 10, 40) })
const two: MultiPolygon = [...aSquare(10, 10, 20), ...aSquare(60, 10, 30)]

test('merging unites the selected annotations in the active one, as one step', async () => {
  const by = { kind: 'automatic', algorithms: [{ name: 'finder', version: '1' }] } as const
  const user = draw(
    { ...left, origin: by, fields: { grade: 1 } },
    { ...right, fields: { grade: 2 } },
  )
  user.editor.selectMany(['a', 'b'])
  await user.rework({ kind: 'merge' })
  expect(Object.keys(user.segmentations)).toEqual(['b'])
  expect(user.area('b')).toBe(70 * 40)
  expect(user.annotation('b')).toMatchObject({ fields: { grade: 2 }, isBox: false })
  expect(user.annotation('b').origin).toEqual({ ...by, kind: 'semiautomatic' })
  expect(user.selected).toEqual(['b'])
  expect(Object.keys(user.undo().segmentations).toSorted()).toEqual(['a', 'b'])
  expect(user.travelled.label).toBe('merge')
  expect(Object.keys(user.redo().segmentations)).toEqual(['b'])
})

test('separating makes an annotation of each part, with the same content', async () => {
  const user = draw(anAnnotation({ geometry: two, metadata: { sure: true }, color: '#00ff00' }))
  await user.rework({ kind: 'separate' })
  expect(user.area('a')).toBe(400)
  expect(user.area('new')).toBe(900)
  expect(user.annotation('new')).toMatchObject({ metadata: { sure: true }, color: '#00ff00' })
  expect(user.annotation('new').position).toBeGreaterThan(user.annotation('a').position)
  expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
})

test('filling holes leaves nothing open, and swallows islands', async () => {
  const hole = [20, 20, 20, 60, 60, 60, 60, 20]
  const geometry = [
    { outer: [10, 10, 90, 10, 90, 90, 10, 90], holes: [hole] },
    ...aSquare(30, 30, 10),
  ]
  const user = draw(anAnnotation({ geometry }))
  await user.rework({ kind: 'fillHoles' })
  expect(user.segmentation()).toEqual([[10, 10, 90, 10, 90, 90, 10, 90]])
})

test('smoothing and simplifying go by what is seen: lengths are of the screen', async () => {
  const steps = Array.from({ length: 40 }, (_, i) => [20 + 2 * i, i % 2 === 0 ? 20 : 22]).flat()
  const jagged = anAnnotation({ geometry: [{ outer: [...steps, 98, 80, 20, 80], holes: [] }] })
  const pointsAfter = async (kind: 'smooth' | 'simplify', zoom: number) => {
    const user = draw(jagged).zoom(zoom)
    await user.rework({ kind })
    expect(user.area() / area(jagged.geometry)).toBeCloseTo(1, 1)
    return vertexCount(user.annotation().geometry)
  }
  expect(await pointsAfter('simplify', 10)).toBe(42)
  expect(await pointsAfter('simplify', 0.4)).toBeLessThan(6)
  expect(await pointsAfter('smooth', 10)).toBeGreaterThan(await pointsAfter('smooth', 1))
})

test('nothing that is left of the image counts, and what changes nothing is told', async () => {
  const user = draw(left)
  await user.rework({ kind: 'simplify' })
  expect(user.toldOfNothing).toBe(1)
  expect(user.undo().travelled.label).toBeNull()
})

test('a change by a colleague meanwhile is worked over instead, whatever is selected by then', async () => {
  const answers: (() => void)[] = []
  const user = new Driver([anAnnotation({ geometry: two }), right], {
    carryOutRework: (asked) => {
      const { promise, resolve } = Promise.withResolvers<Reworked>()
      answers.push(() => resolve(carryOutRework(asked, operations)))
      return promise
    },
  }).select('a')
  const done = user.rework({ kind: 'separate' })
  const theirs = [...two, ...aSquare(120, 10, 10)]
  user.remotely('a', { ...user.annotation(), geometry: theirs }).select('b')
  answers[0]?.()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await done
  expect(Object.values(user.segmentations)).toHaveLength(1 + 3)
})

test('undo gives up what is still computed before it takes back an earlier step', async () => {
  const { promise, resolve } = Promise.withResolvers<Reworked>()
  const user = new Driver([anAnnotation({ geometry: two })], { carryOutRework: () => promise })
  user.select('a').editor.change('recategorise', setCategory('a', 2))
  const done = user.rework({ kind: 'separate' })
  expect(user.undo().travelled.label).toBe('separate')
  expect(user.annotation().categoryId).toBe(2)
  resolve([two.map((polygon) => ({ geometry: [polygon], lines: [] }))])
  await done
  expect(user.annotation().geometry).toBe(two)
  expect(user.undo().annotation().categoryId).toBe(1)
})

test('an area that cannot be computed changes nothing', async () => {
  const user = new Driver([anAnnotation({ geometry: two })], {
    carryOutRework: () => Promise.reject(new Error('too slow')),
  }).select('a')
  await user.rework({ kind: 'separate' })
  expect(user.failures).toHaveLength(1)
  expect(user.annotation().geometry).toBe(two)
})

test('each action says what it needs', () => {
  const user = draw(left, { ...right, categoryId: 2 }, anAnnotation({ id: 'c', geometry: two }))
  const obstacles = (...ids: string[]) => {
    user.editor.selectMany(ids)
    const { state } = user.editor
    return (['merge', 'separate', 'fillHoles', 'smooth'] as const).map((kind) =>
      obstacleTo(kind, state),
    )
  }
  expect(obstacles()).toEqual(['needsShape', 'needsShape', 'needsArea', 'needsShape'])
  expect(obstacles('a')).toEqual(['needsSeveral', 'needsParts', 'needsHoles', null])
  expect(obstacles('a', 'b')[0]).toBe('needsSeveral')
  expect(obstacles('a', 'c').slice(0, 2)).toEqual([null, null])
})

const across = [10, 50, 90, 50]
const line = anAnnotation({ id: 'a', lines: [across] })
const lines = (user: Driver) =>
  Object.fromEntries(
    Array.from(user.editor.state.document.annotations, ([id, annotation]) => [
      id,
      annotation.lines,
    ]),
  )

test('lines alone are merged, with areas too, as one step', async () => {
  const other = anAnnotation({ id: 'b', position: 2, lines: [[10, 20, 90, 20]] })
  const user = draw(line, other, { ...right, id: 'c', lines: [[50, 30, 70, 30]] })
  user.editor.selectMany(['a', 'b'])
  expect(obstacleTo('merge', user.editor.state)).toBeNull()
  await user.rework({ kind: 'merge' })
  expect(lines(user)['b']).toEqual([[10, 20, 90, 20], across])
  expect(Object.keys(lines(user))).toEqual(['b', 'c'])
  user.editor.selectMany(['b', 'c'])
  await user.rework({ kind: 'merge' })
  expect(lines(user)).toEqual({ c: [[50, 30, 70, 30], [10, 20, 90, 20], across] })
  expect(user.area('c')).toBe(1600)
  expect(Object.keys(lines(user.undo().undo())).toSorted()).toEqual(['a', 'b', 'c'])
})

test('lines alone are split, and branches go with the side that they are connected to', async () => {
  const branches = [
    [80, 50, 80, 90],
    [30, 50, 30, 90],
  ]
  const user = draw({ ...line, lines: [across, ...branches] })
  await user.rework({ kind: 'split', line: [40, 0, 40, 100] })
  expect(lines(user)).toEqual({
    a: [
      [40, 50, 90, 50],
      [80, 50, 80, 90],
    ],
    new: [
      [10, 50, 40, 50],
      [30, 50, 30, 90],
    ],
  })
  expect(lines(user.undo())).toEqual({ a: [across, ...branches] })
  expect(user.travelled.label).toBe('split')
})

test('lines go with the side of the area in which they lie, and alone outside it', async () => {
  const geometry = aSquare(20, 30, 40)
  const user = draw({ ...line, geometry, lines: [across, [70, 10, 70, 20]] })
  await user.rework({ kind: 'split', line: [50, 0, 50, 100] })
  expect([user.area('a'), user.area('new')]).toEqual([1200, 400])
  expect(lines(user)).toEqual({
    a: [
      [10, 50, 50, 50],
      [70, 10, 70, 20],
    ],
    new: [[50, 50, 90, 50]],
  })
  const beside = draw({ ...line, geometry })
  await beside.rework({ kind: 'split', line: [80, 0, 80, 100] })
  expect(lines(beside)).toEqual({ a: [[10, 50, 80, 50]], new: [[80, 50, 90, 50]] })
  expect(beside.segmentation('new')).toEqual([])
})

test('a drawn line that does not sever an area cuts no line in it', async () => {
  const user = draw({ ...line, geometry: aSquare(5, 5, 90) })
  await user.rework({ kind: 'split', line: [50, 40, 50, 60] })
  expect(user.toldOfNothing).toBe(1)
  expect(lines(user)).toEqual({ a: [across] })
})

test('separating makes an annotation of each connected line, and takes lines along with areas', async () => {
  const stem = [150, 10, 150, 90]
  const branch = [150, 40, 190, 40]
  const alone = draw({ ...line, lines: [across, stem, branch] })
  expect(obstacleTo('separate', alone.editor.state)).toBeNull()
  await alone.rework({ kind: 'separate' })
  expect(lines(alone)).toEqual({ a: [across], new: [stem, branch] })
  const beside = draw({ ...line, geometry: two, lines: [[15, 15, 80, 15], stem] })
  await beside.rework({ kind: 'separate' })
  expect(lines(beside)).toEqual({
    a: [
      [15, 15, 30, 15],
      [30, 15, 60, 15],
    ],
    new: [[60, 15, 80, 15]],
    'new 2': [stem],
  })
  expect(beside.area('new')).toBe(900)
  const one = draw({ ...line, lines: [stem, branch] })
  await one.rework({ kind: 'separate' })
  expect(one.toldOfNothing).toBe(1)
})

test('lines alone are simplified and smoothed between their ends, but have no holes', async () => {
  const jagged = Array.from({ length: 81 }, (_, i) => [20 + 2 * i, i % 2 === 0 ? 50 : 52]).flat()
  for (const kind of ['simplify', 'smooth'] as const) {
    const user = draw({ ...line, lines: [jagged] }).zoom(0.4)
    await user.rework({ kind })
    const [after = []] = user.annotation().lines
    expect(after.length).toBeLessThan(jagged.length / 4)
    expect([...after.slice(0, 2), ...after.slice(-2)]).toEqual([20, 50, 180, 50])
  }
  expect(obstacleTo('fillHoles', draw(line).editor.state)).toBe('needsArea')
})

test('long lines come through the worker as they are', () => {
  const long = Array.from({ length: 200 }, (_, i) => i)
  const asked = {
    action: { kind: 'merge' },
    shapes: [left, { geometry: [], lines: [long, across] }],
    bounds: { x: 0, y: 0, width: 200, height: 100 },
  } as const
  const unpacked = unpackRings(packRings(asked))
  expect(unpacked).toEqual(asked)
  expect(carryOutRework(unpacked, operations)[1]?.[0]?.lines).toEqual([long, across])
})
