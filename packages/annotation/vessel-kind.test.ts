import { expect, test } from 'vitest'

import { documentOf } from './document.ts'
import { aCategory, anAnnotation } from './testing/driver.ts'
import { asKind, canFlipVessels, flipVessels } from './vessel-kind.ts'

const categories = [
  aCategory(1, 'haemorrhage'),
  aCategory(2, 'arterioles', 'arteriole'),
  aCategory(3, 'venules', 'venule'),
]

function withVessels(known = categories) {
  const annotations = [1, 2, 3].map((categoryId) =>
    anAnnotation({ id: String(categoryId), categoryId }),
  )
  return documentOf({ id: 1, width: 200, height: 100 }, known, annotations)
}

function categoriesIn({ annotations }: ReturnType<typeof withVessels>): number[] {
  return Array.from(annotations.values(), ({ categoryId }) => categoryId)
}

test('arterioles and venules change places, other annotations stay', () => {
  expect(categoriesIn(flipVessels(['1', '2', '3'])(withVessels()))).toEqual([1, 3, 2])
  expect(canFlipVessels(withVessels(), ['1'])).toBe(false)
  expect(canFlipVessels(withVessels(categories.slice(0, 2)), ['2'])).toBe(false)
})

test('a proposed kind moves an annotation only between the two', () => {
  const proposed = ['1', '2', '3'].map((id) => asKind(id, 'venule')(withVessels()))
  expect(proposed.map(categoriesIn)).toEqual([
    [1, 2, 3],
    [1, 3, 3],
    [1, 2, 3],
  ])
})
