import { afterEach, expect, test } from 'vitest'

import {
  forgetWaiting,
  keepForNext,
  runWaiting,
  startLeaving,
  waitsForNext,
} from './waiting-commands.ts'

afterEach(forgetWaiting)

test('twelve presses while images load go on by twelve images, then the rest is done there', () => {
  const done: string[] = []
  const run = (name: string) => {
    done.push(name)
    if (name === 'nextImage') startLeaving()
  }
  for (let i = 0; i < 11; i++) keepForNext('nextImage')
  for (let image = 0; image < 6; image++) runWaiting(run)
  expect(done).toHaveLength(6)
  expect(waitsForNext('nextImage')).toBe(true)
  expect(waitsForNext('newAnnotation')).toBe(true)
  for (let image = 0; image < 8; image++) runWaiting(run)
  expect(done).toEqual([...Array(12).fill('nextImage'), 'newAnnotation'])
  expect(waitsForNext('nextImage')).toBe(false)
})

test('an image that does not open takes them with it', () => {
  startLeaving()
  waitsForNext('nextImage')
  forgetWaiting()
  runWaiting(() => expect.unreachable())
})
