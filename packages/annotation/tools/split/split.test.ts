import { expect, test } from 'vitest'
import type { Driver } from '../../testing/driver.ts'
import { aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const splitting = () => draw(anAnnotation({ geometry: aSquare(20, 20, 60) })).tool('split')

const areas = (user: Driver) => [user.area('a'), user.area('new')]

/** Until the areas are computed. */
const computed = async (user: Driver) => {
  await expect.poll(() => user.editor.state.document.annotations.size).toBe(2)
  return user
}

test('dragging across an annotation splits it, as one step', async () => {
  const user = splitting().drag([
    [40, 10],
    [40, 50],
    [40, 90],
  ])
  expect(user.at).toBe('split.idle')
  expect(areas(await computed(user))).toEqual([2400, 1200])
  expect(user.undo().area()).toBe(3600)
  expect(user.travelled.label).toBe('split')
})

test('clicks make a line with corners, which Enter or a double click ends', async () => {
  const byEnter = splitting().click(40, 10).click(40, 40).click(10, 40).key('Enter')
  expect(areas(await computed(byEnter))).toEqual([3200, 400])
  const byDoubleClick = splitting().click(50, 10).doubleClick(50, 90)
  expect(areas(await computed(byDoubleClick))).toEqual([1800, 1800])
})

test('Backspace and undo take points back, and Escape the line', () => {
  const user = splitting().click(40, 10).click(40, 40).move(40, 60)
  expect(user.overlays('line')[0]?.line).toEqual([40, 10, 40, 40, 40, 60])
  expect(user.key('Backspace').overlays('line')[0]?.line).toEqual([40, 10, 40, 60])
  expect(user.undo().at).toBe('split.idle')
  expect(user.click(40, 10).key('Escape').at).toBe('split.idle')
})

test('a line that misses the annotation changes nothing and says so', async () => {
  const user = splitting().drag([
    [10, 10],
    [10, 90],
  ])
  await expect.poll(() => user.toldOfNothing).toBe(1)
  expect(user.undo().travelled.label).toBeNull()
})
