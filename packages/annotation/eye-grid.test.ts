import { expect, test } from 'vitest'
import { polygonOfEllipse } from '#geometry/ellipse'
import { area } from '#geometry/polygon'
import { deleteAnnotations, moveAnnotations, setKeypoints } from './commands.ts'
import { eyeGridOf, scaleOfGrid } from './eye-grid.ts'
import { correctGrid } from './grid-places.ts'
import { newGrid } from './grid-view.ts'
import { aCategory, anAnnotation, draw, Driver } from './testing/driver.ts'

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
  expect(centre(user)).toEqual([90, 40])
})

const movedFovea = { fovea: { kind: 'fovea', points: [110, 60] } }

/** Drags the fovea of the grid from where it is annotated. */
function withMovedFovea() {
  return withGrid(disc, fovea).drag([
    [100, 52],
    [110, 60],
  ])
}

function corrections({ editor }: ReturnType<typeof withGrid>) {
  return editor.state.document.imageRecord.measurements
}

function centre(user: ReturnType<typeof withGrid>) {
  return circles(user)[0]?.slice(0, 2)
}

test('while a place is dragged the grid follows, and Escape puts it back without a trace', () => {
  const user = withGrid(disc, fovea).press(100, 52).move(110, 60)
  expect(user.at).toBe('select.grid')
  expect(centre(user)).toEqual([110, 60])
  expect(corrections(user)).toEqual({})
  expect(centre(user.key('Escape'))).toEqual([100, 52])
  expect(user.editor.state.history.past).toEqual([])
})

test('a dropped place is kept with the image and changes no annotation, with undo and redo', () => {
  const user = withMovedFovea()
  expect(user.annotation('fovea').keypoints).toEqual([100, 52, 2])
  expect(corrections(user)).toEqual(movedFovea)
  user.editor.setView({ grid: null })
  user.editor.setView({ grid: newGrid })
  expect(centre(user)).toEqual([110, 60])
  expect(centre(user.undo())).toEqual([100, 52])
  expect(centre(user.redo())).toEqual([110, 60])
  user.editor.change('resetGrid', correctGrid('fovea', null))
  expect(centre(user)).toEqual([100, 52])
  expect(centre(user.undo())).toEqual([110, 60])
})

test('a click on a handle corrects nothing', () => {
  const user = withGrid(disc, fovea).click(100.5, 52)
  expect(corrections(user)).toEqual({})
  expect(user.editor.state.history.past).toEqual([])
})

test('a corrected place is found again when the image is reopened, and its step can be undone', () => {
  const { document, history } = withMovedFovea().editor.state
  const reopened = new Driver([], { document, history }).zoom(4)
  reopened.editor.setView({ grid: newGrid })
  expect(centre(reopened)).toEqual([110, 60])
  expect(centre(reopened.undo())).toEqual([100, 52])
})

test('a corrected place stays until its structure is moved: the later act wins', () => {
  const user = withMovedFovea()
  user.editor.change('move', moveAnnotations(['a'], { dx: 5, dy: 0 }))
  expect(corrections(user)).toEqual(movedFovea)
  user.editor.change('move', setKeypoints('fovea', [90, 50, 2]))
  expect(centre(user)).toEqual([90, 50])
  expect(corrections(user)).toEqual({})
  expect(centre(user.undo())).toEqual([110, 60])
  user.editor.change('delete', deleteAnnotations(['fovea']))
  expect(centre(user)).toEqual([110, 60])
})

test('the other place goes on following what is drawn', () => {
  const user = withMovedFovea()
  user.editor.change('move', moveAnnotations(['a'], { dx: 5, dy: 0 }))
  const around = user.overlays('circle').find(({ dashed }) => dashed)
  expect(around?.at).toEqual({ x: 45, y: 50 })
})

test('a corrected place is no length and no angle: nothing is written, and Measure does not take it', () => {
  const user = withMovedFovea()
  const texts = user.overlays('text').map(({ lines }) => lines[0])
  expect(new Set(texts)).toEqual(new Set(['S', 'I', 'N', 'T']))
  user.tool('measure').press(110, 60)
  expect(user.at).toBe('measure.measuring')
})

test('those who may change nothing see the corrected grid without handles', () => {
  const user = withMovedFovea()
  expect(user.overlays('handle')).toHaveLength(2)
  user.editor.setMode('view')
  expect(user.overlays('handle')).toEqual([])
  user.drag([
    [110, 60],
    [120, 70],
  ])
  expect(centre(user)).toEqual([110, 60])
})

test('stays visible with every tool, and is gone when it is switched off', () => {
  const user = withGrid(disc, fovea).select('a').tool('brush')
  expect(circles(user)).toHaveLength(3)
  user.editor.setView({ grid: null })
  expect(circles(user)).toEqual([])
})

test('areas are told by the scale of the circles: the stated one, else 1,500 µm a disc diameter', () => {
  const { editor } = withGrid(disc, fovea)
  const eye = eyeGridOf(editor.state)
  if (eye === null) throw new Error('There is no grid.')
  const estimated = scaleOfGrid(eye, editor.state.document)
  expect((estimated.micrometresPerPixel ?? 0) * eye.disc.diameterPx).toBeCloseTo(1500, 6)
  expect((estimated.micrometresPerPixel ?? 0) * eye.grid.radiiPx[0]).toBeCloseTo(500, 6)
  editor.setScale(10)
  expect(scaleOfGrid(eye, editor.state.document)).toMatchObject({
    micrometresPerPixel: 10,
    isEstimated: false,
  })
})
