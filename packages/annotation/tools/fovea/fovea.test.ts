import { expect, test } from 'vitest'
import type { Annotation } from '../../document.ts'
import { usualLooks, withCategoryLook } from '../../looks.ts'
import { aCategory, aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const fovea = { ...aCategory(3, 'Fovea', 'fovea'), keypointLabels: ['fovea'] }

function placing(...annotations: Annotation[]) {
  const user = draw(...annotations)
  const { categories } = user.editor.state.document
  user.editor.setCategories(new Map([...categories, [fovea.id, fovea]]))
  user.editor.setView({ activeCategory: 1 })
  return user.tool('fovea')
}

test('one click sets it, in one step of undo, and changes nothing else in hand', () => {
  const lesion = anAnnotation({ geometry: aSquare(10, 10, 10) })
  const user = placing(lesion).click(120, 40.126)
  expect(user.annotation('new')).toMatchObject({
    categoryId: 3,
    geometry: [],
    keypoints: [120, 40.13, 2],
  })
  expect([user.selection, user.editor.state.activeCategory]).toEqual(['a', 1])
  expect(user.undo().segmentations).toEqual({ a: expect.anything() })
})

test('the next click moves it, also one that another tool has set', () => {
  const user = placing().click(120, 40).press(60, 60).move(70, 70).release(75, 70)
  expect(user.annotation('new').keypoints).toEqual([75, 70, 2])
  expect(user.editor.state.document.annotations.size).toBe(1)
  const known = placing(anAnnotation({ categoryId: 3, keypoints: [10, 10, 2] })).click(20, 30)
  expect(known.annotation('a').keypoints).toEqual([20, 30, 2])
})

test('a hidden one is moved and shown: an eye has no second one', () => {
  const known = anAnnotation({ categoryId: 3, keypoints: [10, 10, 2] })
  const user = placing(known, anAnnotation({ id: 'b' }))
    .hide('a', 'b')
    .click(20, 30)
  expect([...user.editor.state.document.annotations.keys()]).toEqual(['a', 'b'])
  expect(user.annotation('a').keypoints).toEqual([20, 30, 2])
  expect([...user.editor.state.hidden]).toEqual(['b'])
  const inHidden = placing(known)
  inHidden.editor.setView({ looks: withCategoryLook(usualLooks, 3, { isHidden: true }) })
  inHidden.hide('a').click(20, 30)
  expect(inHidden.editor.state.hidden.size).toBe(0)
  expect(inHidden.editor.state.looks).toEqual(usualLooks)
})

test('Escape and a click far outside leave no trace', () => {
  const user = placing().press(50, 50).key('Escape').release(50, 50).click(-80, 20)
  expect(user.segmentations).toEqual({})
})

test('is neither set nor moved in a locked category', () => {
  const looks = withCategoryLook(usualLooks, 3, { isLocked: true })
  const user = placing()
  user.editor.setView({ looks })
  expect(user.click(120, 40).segmentations).toEqual({})
  expect(user.editor.state.history.past).toEqual([])
  const known = placing(anAnnotation({ categoryId: 3, keypoints: [10, 10, 2] }))
  known.editor.setView({ looks })
  expect(known.click(20, 30).annotation('a').keypoints).toEqual([10, 10, 2])
})

test('is out of use without a category for it', () => {
  const user = draw()
  user.editor.setView({ activeCategory: 1 })
  expect(user.tool('fovea').at).toBe('select.idle')
})
