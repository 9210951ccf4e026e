import { expect, test } from 'vitest'

import { setCategory } from './commands.ts'
import { SearchTooLargeError } from './search.ts'
import { anAnnotation, aSquare, Driver, slowWorker } from './testing/driver.ts'

/** A user of whom each stroke makes a new annotation, none of which is selected. */
function withNewAfterStroke(options: ConstructorParameters<typeof Driver>[1] = {}) {
  const user = new Driver([], options)
  const { preferences } = user.editor.state
  user.editor.setView({ activeCategory: 1, preferences: { ...preferences, newAfterStroke: true } })
  return user
}

function annotations({ editor }: Driver) {
  return [...editor.state.document.annotations.values()]
}

test('an area that was found during the press stays', async () => {
  const worker = slowWorker()
  const user = withNewAfterStroke({ carryOut: worker.ask })
  user.tool('box').drag([
    [10, 10],
    [30, 30],
  ])
  user.tool('polygon').click(50, 50).click(70, 50)
  const before = user.editor.state
  user.press(70, 70)
  await worker.asked[0]?.answer()
  user.editor.takeBackPress(before)
  expect(user.at).toBe('polygon.drawing')
  const drawn = annotations(user).filter(({ geometry }) => geometry.length > 0)
  expect(drawn).toHaveLength(1)
  expect(user.editor.state.history.past).toHaveLength(1)
})

test('an annotation that the drawing in hand began is begun again, and is no deletion', () => {
  const user = withNewAfterStroke()
  user.tool('box').click(20, 20)
  const [begun] = annotations(user)
  const before = user.editor.state
  user.press(60, 60)
  user.editor.takeBackPress(before)
  expect(user.at).toBe('box.placed')
  expect(annotations(user)).toEqual([begun])
  const { local, takenBack } = user.changes.at(-1) ?? {}
  expect([...(local ?? [])].filter(([, [, after]]) => after === undefined)).toEqual([])
  expect([...(takenBack ?? [])]).toEqual([])
  expect(user.click(60, 60).editor.state.history.past).toHaveLength(1)
})

test('what others than the tool have done during the press stays', () => {
  const user = new Driver([anAnnotation({ geometry: aSquare(0, 0, 50) })])
  user.select('a').tool('brush')
  const before = user.editor.state
  user.press(80, 80)
  user.editor.change('recategorise', setCategory('a', 2))
  user.editor.takeBackPress(before)
  expect(user.annotation().categoryId).toBe(2)
  expect(user.undo().annotation().categoryId).toBe(1)
})

test('what was undone before the press can be redone', () => {
  const user = new Driver([anAnnotation({ geometry: aSquare(0, 0, 50) })])
  user.select('a').editor.change('recategorise', setCategory('a', 2))
  user.undo().tool('box').click(60, 60)
  const before = user.editor.state
  user.press(90, 90)
  expect(user.area()).toBe(2500 + 900)
  user.editor.takeBackPress(before)
  expect(user.area()).toBe(2500)
  expect(user.key('Escape').redo().annotation().categoryId).toBe(2)
})

test('the choice to subtract stays when a stroke is taken back that was drawn the other way', () => {
  const user = withNewAfterStroke().tool('brush')
  user.editor.setView({ shifted: true })
  const before = user.editor.state
  user.press(50, 50, { shift: true })
  expect(annotations(user)).toHaveLength(1)
  user.editor.takeBackPress(before)
  expect(annotations(user)).toEqual([])
  expect(user.editor.state.shifted).toBe(true)
})

test('a box goes on that would have taken something away from its new annotation', () => {
  const user = withNewAfterStroke().tool('box').click(20, 20)
  const [begun] = annotations(user)
  user.editor.setView({ shifted: true })
  const before = user.editor.state
  user.press(60, 60)
  user.editor.takeBackPress(before)
  expect(user.at).toBe('box.placed')
  expect(annotations(user)).toEqual([begun])
  expect(user.editor.state.shifted).toBe(true)
  user.editor.setView({ shifted: false })
  expect(annotations(user.click(60, 60)).map(({ id }) => user.area(id))).toEqual([1600])
})

test('a large area is still offered after a press was taken back', () => {
  const user = withNewAfterStroke({
    carryOut: ({ drawing }) => {
      if ('most' in drawing) throw new SearchTooLargeError('It is too large.')
      return { geometry: aSquare(0, 0, 90), lines: [] }
    },
  })
  user.tool('magicWand').click(10, 10)
  const { refused } = user.editor.state
  expect(refused).not.toBeNull()
  const before = user.editor.state
  user.press(150, 50)
  user.editor.takeBackPress(before)
  expect(user.editor.state.refused).toBe(refused)
  user.editor.takeRefused()
  expect(annotations(user).map(({ id }) => user.area(id))).toEqual([8100])
})
