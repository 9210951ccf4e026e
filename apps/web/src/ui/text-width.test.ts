import { describe, expect, test } from 'vitest'

import { splitBeforeEnd, textWidth } from './text-width.ts'

describe('the width of a text', () => {
  test('counts Korean letters twice', () => {
    expect(textWidth('Gradability')).toBe(11)
    expect(textWidth('판독 가능성')).toBe(11)
  })
})

describe('the end of a text', () => {
  test.each([
    ['1.2.840.10008.dcm', 10, ['1.2.840', '.10008.dcm']],
    ['황반중심_좌안.jpg', 10, ['황반중심', '_좌안.jpg']],
    ['short', 10, ['', 'short']],
  ])('of %s is at most %i wide', (text, width, parts) => {
    expect(splitBeforeEnd(text, width)).toEqual(parts)
  })
})
