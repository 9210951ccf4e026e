import { expect, test } from 'vitest'
import {
  clearAnnotation,
  forEach,
  limitShift,
  moveAnnotations,
  setCategory,
  setColor,
  setMetadata,
} from './commands.ts'
import { documentOf, emptyAnnotation } from './document.ts'
import { aCategory, aSquare, anAnnotation, draw } from './testing/driver.ts'

const image = { id: 1, width: 200, height: 100 }
const square = anAnnotation({ geometry: aSquare(40, 40, 40), keypoints: [60, 95, 2, 0, 0, 0] })
const document = documentOf(image, [aCategory(1, 'haemorrhage')], [square])

test('moving stops if the area or a labelled keypoint meets the border', () => {
  expect(limitShift([square], { dx: 500, dy: 500 }, image)).toEqual({ dx: 120, dy: 5 })
  expect(limitShift([square], { dx: -500, dy: -500 }, image)).toEqual({ dx: -40, dy: -40 })
  expect(
    limitShift([emptyAnnotation(document, { id: 'b', categoryId: 1 })], { dx: 5, dy: 5 }, image),
  ).toEqual({
    dx: 0,
    dy: 0,
  })
  const moved = moveAnnotations(['a'], { dx: 0.333, dy: 0 })(document).annotations.get('a')
  expect(moved?.geometry[0]?.outer[0]).toBe(40.33)
  expect(moved?.keypoints).toEqual([60.33, 95, 2, 0, 0, 0])
})

test('a category gets the keypoints that its labels name, empty places for the rest, and nothing else', () => {
  const eye = { ...aCategory(2, 'eye'), keypointLabels: ['disc', 'fovea', 'branch'] }
  const named = { ...aCategory(3, 'disc'), keypointLabels: ['centre'] }
  const all = documentOf(image, [aCategory(1, 'haemorrhage'), eye, named], [square])
  const inCategory = (id: number) => setCategory('a', id)(all).annotations.get('a')
  expect(inCategory(2)?.keypoints).toEqual([60, 95, 2, 0, 0, 0, 0, 0, 0])
  expect(inCategory(3)).toMatchObject({ categoryId: 3, keypoints: [60, 95, 2] })
  const many = anAnnotation({ keypoints: [1, 1, 2, 5, 5, 1], categoryId: 2 })
  const drawn = { ...all, annotations: new Map([['a', many]]) }
  expect(forEach(['a'], (id) => setCategory(id, 3))(drawn)).toBe(drawn)
  expect(setCategory('a', 99)(document)).toBe(document)
})

test('metadata that was edited leaves alone what others have changed and added meanwhile', () => {
  const before = { grade: 1, sure: true, note: 'soft', gone: 0 }
  const now = anAnnotation({ metadata: { grade: 1, sure: false, note: 'hard', added: 7 } })
  const wanted = { note: 'edited', sure: true, gone: 0, mine: 'new' }
  const edit = setMetadata('a', wanted, before)
  const edited = edit(documentOf(image, [], [now])).annotations.get('a')
  expect(edited?.metadata).toEqual({ note: 'edited', sure: false, mine: 'new', added: 7 })
  const replaced = setMetadata('a', wanted)(documentOf(image, [], [now])).annotations.get('a')
  expect(replaced?.metadata).toEqual(wanted)
})

test('what an annotation has already is no step of undo, and leaves what can be redone', () => {
  const user = draw(anAnnotation({ metadata: { grade: 2 } }))
  user.editor.change('colour', setColor('a', '#00ff00'))
  user.undo()
  user.editor.change('category', setCategory('a', 1))
  user.editor.change('colour', setColor('a', null))
  user.editor.change('metadata', setMetadata('a', { grade: 2 }))
  user.editor.change('clear', clearAnnotation('a'))
  expect(user.undo().travelled.label).toBeNull()
  expect(user.redo().annotation().color).toBe('#00ff00')
})
