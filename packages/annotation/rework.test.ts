import { expect, test } from 'vitest'
import { area, vertexCount } from '#geometry/polygon'
import type { MultiPolygon } from '#geometry/polygon'
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
  expect(obstacles()).toEqual(['needsArea', 'needsArea', 'needsArea', 'needsArea'])
  expect(obstacles('a')).toEqual(['needsSeveral', 'needsParts', 'needsHoles', null])
  expect(obstacles('a', 'b')[0]).toBe('needsSeveral')
  expect(obstacles('a', 'c').slice(0, 2)).toEqual([null, null])
})
