import { expect, test } from 'vitest'

import { inFourViews } from './views.ts'

const picture = {
  count: 2,
  width: 10,
  height: 5,
  data: Float32Array.from({ length: 100 }, (_, i) => (i % 10) + (i < 50 ? 0 : 100)),
}

test('outputs are mapped back to the place in the original picture', async () => {
  const made = await inFourViews(picture, async (view) => view)
  expect(made).toMatchObject({ count: 2, width: 10, height: 5 })
  const worst = made.data.map((value, i) => Math.abs(value - (picture.data[i] ?? 0)))
  expect(Math.max(...worst)).toBeLessThan(0.3)
})

test('an output for one view only counts half', async () => {
  const sizes: number[] = []
  const made = await inFourViews(picture, async (view) => {
    sizes.push(view.width)
    const data = view.data.map((_, i) => (i % view.width < view.width / 2 ? 1 : 0))
    return { ...view, data }
  })
  expect(sizes).toEqual([10, 10, 14, 14])
  expect([...made.data].every((value) => Math.abs(value - 0.5) < 1e-6)).toBe(true)
})
