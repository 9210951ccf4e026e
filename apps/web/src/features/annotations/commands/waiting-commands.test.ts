import { afterEach, expect, test } from 'vitest'

import {
  forgetWaiting,
  keepForNext,
  runWaiting,
  startLeaving,
  type Typed,
  waitsForNext,
} from './waiting-commands.ts'

const enter = { key: 'Enter', repeat: false, shift: false, alt: false, ctrl: false }

const answer = () => Promise.resolve()

const fail = () => {
  throw new Error('It failed.')
}

afterEach(forgetWaiting)

test('twelve presses while images load go on by twelve images, then the rest is done there', async () => {
  const done: string[] = []
  const receiver = {
    run: (name: string) => {
      done.push(name)
      if (name === 'nextImage') startLeaving()
    },
    press: ({ key }: { key: string }) => void done.push(key),
    answer,
  }
  for (let i = 0; i < 11; i++) keepForNext({ key: 'n', use: 'nextImage' })
  for (let image = 0; image < 6; image++) await runWaiting(receiver)
  expect(done).toHaveLength(6)
  expect(waitsForNext({ key: 'n', use: 'nextImage' })).toBe(true)
  expect(waitsForNext({ key: ' ', use: 'newAnnotation' })).toBe(true)
  expect(waitsForNext({ key: 'Enter', use: enter })).toBe(true)
  expect(waitsForNext({ key: '#', use: undefined })).toBe(false)
  for (let image = 0; image < 8; image++) await runWaiting(receiver)
  expect(done).toEqual([...Array(12).fill('nextImage'), 'newAnnotation', 'Enter'])
  expect(waitsForNext({ key: 'n', use: 'nextImage' })).toBe(false)
})

test('the space bar held down while an image loads begins one annotation', async () => {
  const done: string[] = []
  const space = { key: ' ', use: 'newAnnotation' } as const
  expect(keepForNext(space)).toBe(true)
  for (let i = 0; i < 9; i++) expect(keepForNext({ ...space, isRepeated: true })).toBe(true)
  const run = (name: string) => void done.push(name)
  await runWaiting({ run, press: () => undefined, answer })
  expect(done).toEqual(['newAnnotation'])
})

test('an answer during others that waited comes after them, and later ones are not kept', async () => {
  const graded: string[] = []
  const { promise: rendered, resolve: render } = Promise.withResolvers<void>()
  startLeaving()
  for (const key of ['1', '2']) waitsForNext({ key, use: undefined, formKey: key })
  const running = runWaiting({
    run: () => undefined,
    press: () => undefined,
    answer: async (key) => {
      graded.push(key)
      await rendered
    },
  })
  expect(graded).toEqual(['1'])
  expect(waitsForNext({ key: '3', use: undefined, formKey: '3' })).toBe(true)
  render()
  await running
  expect(graded).toEqual(['1', '2', '3'])
  expect(waitsForNext({ key: '4', use: undefined, formKey: '4' })).toBe(false)
})

test('a command that fails does not make later keys wait', async () => {
  keepForNext({ key: 'n', use: 'nextImage' })
  keepForNext({ key: 'n', use: 'nextImage' })
  await expect(runWaiting({ run: fail, press: () => undefined, answer })).rejects.toThrow('failed')
  expect(waitsForNext({ key: ' ', use: 'newAnnotation' })).toBe(false)
})

test('an image that does not open takes them with it', async () => {
  startLeaving()
  waitsForNext({ key: 'n', use: 'nextImage' })
  forgetWaiting()
  const done: string[] = []
  await runWaiting({
    run: (name) => void done.push(name),
    press: ({ key }) => void done.push(key),
    answer,
  })
  expect(done).toEqual([])
})

test('keys after a command that opens a text field are for the field, until Enter', async () => {
  startLeaving()
  waitsForNext({ key: '/', use: 'findCategory' })
  for (const key of ['d', 'i', 'x', 'Backspace', 's']) waitsForNext({ key, use: 'expand' })
  waitsForNext({ key: 'Enter', use: enter })
  waitsForNext({ key: 'e', use: 'expand' })
  const done: unknown[] = []
  const run = (name: string, typed?: Typed) => void done.push(name, typed?.text, typed?.isEntered)
  await runWaiting({ run, press: () => undefined, answer })
  expect(done).toEqual(['findCategory', 'dis', true, 'expand', undefined, undefined])
})

test('Escape takes back a command that opens a text field', async () => {
  startLeaving()
  waitsForNext({ key: '/', use: 'findCategory' })
  waitsForNext({ key: 'd', use: undefined })
  waitsForNext({ key: 'Escape', use: undefined })
  const done: string[] = []
  await runWaiting({ run: (name) => void done.push(name), press: () => undefined, answer })
  expect(done).toEqual([])
})

test('answers for the form of the next images reach each its own, in their order', async () => {
  const graded: string[][] = [[]]
  const receiver = {
    run: () => undefined,
    press: () => undefined,
    answer: async (key: string) => {
      await Promise.resolve()
      if (key === 'Enter') {
        startLeaving()
        graded.push([])
      } else graded.at(-1)?.push(key)
    },
  }
  startLeaving()
  for (const key of ['0', 'Enter', '2', '1', 'Enter', '0']) {
    expect(waitsForNext({ key, use: 'category1', formKey: key })).toBe(true)
  }
  for (let image = 0; image < 3; image++) await runWaiting(receiver)
  expect(graded).toEqual([['0'], ['2', '1'], ['0']])
})
