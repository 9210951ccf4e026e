import { expect, test } from 'vitest'
import { polygonOfEllipse } from '#geometry/ellipse'
import { area } from '#geometry/polygon'
import { newGrid } from './grid-view.ts'
import { aCategory, anAnnotation, draw } from './testing/driver.ts'

const disc = anAnnotation({
  categoryId: 3,
  geometry: [polygonOfEllipse({ centre: { x: 40, y: 50 }, radii: [10, 10], angle: 0 })],
})
const fovea = anAnnotation({ id: 'fovea', categoryId: 4, keypoints: [100, 52, 2], position: 2 })

function withGrid(...annotations: Parameters<typeof draw>) {
  const user = draw(...annotations)
    .select(null)
    .zoom(4)
  const categories = [
    aCategory(3, 'Disc', 'disc'),
    { ...aCategory(4, 'Fovea', 'fovea'), keypointLabels: ['fovea'] },
  ]
  user.editor.setCategories(new Map(categories.map((category) => [category.id, category])))
  user.editor.setView({ grid: newGrid })
  return user
}

/** The solid circles, which are those around the fovea. */
function circles(user: ReturnType<typeof withGrid>) {
  return user
    .overlays('circle')
    .filter(({ dashed }) => !dashed)
    .map(({ at, radius }) => [at.x, at.y, Math.round(100 * radius) / 100])
}

test('is laid out from the annotated disc and fovea, one disc diameter as 1,500 µm', () => {
  const user = withGrid(disc, fovea)
  const radii = circles(user).map(([x, y, radius = 0]) => {
    expect([x, y]).toEqual([100, 52])
    return radius
  })
  const discDiameter = 2 * Math.sqrt(area(disc.geometry) / Math.PI)
  expect(radii.map((radius) => (1500 * radius) / discDiameter)).toEqual(
    [500, 1500, 3000].map((micrometres) => expect.closeTo(micrometres, -1)),
  )
  const letters = user.overlays('text').map(({ at, lines }) => [lines[0], Math.sign(at.x - 100)])
  expect(letters).toEqual(
    expect.arrayContaining([
      ['N', -1],
      ['T', 1],
    ]),
  )
})

test('has the radii of a known scale', () => {
  const user = withGrid(disc, fovea)
  user.editor.setScale(50)
  expect(circles(user).map(([, , radius]) => radius)).toEqual([10, 30, 60])
})

test('what is not annotated is where the analysis found it', () => {
  const user = withGrid(disc)
  expect(circles(user)).toEqual([])
  user.editor.setView({ grid: { ...newGrid, found: { disc: null, fovea: { x: 90, y: 40 } } } })
  expect(circles(user)[0]?.slice(0, 2)).toEqual([90, 40])
})

test('dragging the fovea moves the grid, and no annotation; Escape puts it back', () => {
  const user = withGrid(disc, fovea).press(100, 52).move(110, 60)
  expect(user.at).toBe('select.grid')
  expect(circles(user)[0]?.slice(0, 2)).toEqual([110, 60])
  expect(circles(user.key('Escape'))[0]?.slice(0, 2)).toEqual([100, 52])
  user.drag([
    [100, 52],
    [110, 60],
  ])
  expect(circles(user)[0]?.slice(0, 2)).toEqual([110, 60])
  expect(user.annotation('fovea').keypoints).toEqual([100, 52, 2])
  expect(user.editor.state.history.past).toEqual([])
})

test('stays visible with every tool, and is gone when it is switched off', () => {
  const user = withGrid(disc, fovea).select('a').tool('brush')
  expect(circles(user)).toHaveLength(3)
  user.editor.setView({ grid: null })
  expect(circles(user)).toEqual([])
})
