import { afterEach, expect, test } from 'vitest'

import {
  forgetWaiting,
  keepForNext,
  runWaiting,
  startLeaving,
  waitsForNext,
} from './waiting-commands.ts'

const enter = { key: 'Enter', repeat: false, shift: false, alt: false, ctrl: false }

afterEach(forgetWaiting)

test('twelve presses while images load go on by twelve images, then the rest is done there', () => {
  const done: string[] = []
  const receiver = {
    run: (name: string) => {
      done.push(name)
      if (name === 'nextImage') startLeaving()
    },
    press: ({ key }: { key: string }) => void done.push(key),
  }
  for (let i = 0; i < 11; i++) keepForNext('nextImage')
  for (let image = 0; image < 6; image++) runWaiting(receiver)
  expect(done).toHaveLength(6)
  expect(waitsForNext('nextImage')).toBe(true)
  expect(waitsForNext('newAnnotation')).toBe(true)
  expect(waitsForNext(enter)).toBe(true)
  for (let image = 0; image < 8; image++) runWaiting(receiver)
  expect(done).toEqual([...Array(12).fill('nextImage'), 'newAnnotation', 'Enter'])
  expect(waitsForNext('nextImage')).toBe(false)
})

test('an image that does not open takes them with it', () => {
  startLeaving()
  waitsForNext('nextImage')
  forgetWaiting()
  const done: string[] = []
  runWaiting({ run: (name) => void done.push(name), press: ({ key }) => void done.push(key) })
  expect(done).toEqual([])
})
