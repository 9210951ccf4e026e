import { expect, test } from 'vitest'

import { wheelMeaning } from './wheel.ts'

const still = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
}

test('a notch of a mouse wheel zooms one step in the direction of the wheel', () => {
  expect(wheelMeaning({ ...still, deltaY: -100, wheelDeltaY: 120 })).toEqual({
    kind: 'zoom',
    factor: 1.2,
  })
  const out = wheelMeaning({ ...still, deltaY: 3, deltaMode: 1 })
  expect(out.kind === 'zoom' && out.factor).toBeCloseTo(1 / 1.2, 9)
})

test('with shift a mouse wheel pans sideways', () => {
  const meaning = wheelMeaning({ ...still, deltaY: 100, wheelDeltaY: -120, shiftKey: true })
  expect(meaning).toMatchObject({ kind: 'pan', dx: -100 })
})

test('two fingers on a trackpad pan', () => {
  const meaning = wheelMeaning({ ...still, deltaX: 3, deltaY: -7.5, wheelDeltaY: 22 })
  expect(meaning).toEqual({ kind: 'pan', dx: -3, dy: 7.5 })
})

test('a pinch on a trackpad zooms smoothly', () => {
  const meaning = wheelMeaning({ ...still, deltaY: -4, wheelDeltaY: 12, ctrlKey: true })
  expect(meaning.kind === 'zoom' && meaning.factor).toBeCloseTo(1.0408, 3)
})
