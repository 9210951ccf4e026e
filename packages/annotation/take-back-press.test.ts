import { expect, test } from 'vitest'

import { setCategory } from './commands.ts'
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
