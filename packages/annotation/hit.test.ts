import { describe, expect, test } from 'vitest'
import { annotationsTouching } from './hit.ts'
import type { Aim } from './reach.ts'
import { aSquare, anAnnotation, draw } from './testing/driver.ts'

const large = anAnnotation({ id: 'large', geometry: aSquare(0, 0, 90) })
const small = anAnnotation({ id: 'small', geometry: aSquare(30, 30, 30), position: 2 })
const tiny = anAnnotation({ id: 'tiny', geometry: aSquare(10, 10, 3), position: 3 })
const far = anAnnotation({ id: 'far', geometry: aSquare(150, 50, 30), position: 4 })

function mouseAt(x: number, y: number): Aim {
  return { at: { x, y }, pointerType: 'mouse' }
}

function hit(x: number, y: number, zoom = 1, pointerType: Aim['pointerType'] = 'mouse') {
  return draw(large, small, tiny, far).zoom(zoom).editor.annotationAt({ at: { x, y }, pointerType })
}

describe('a click means', () => {
  test('finds the smallest annotation around the point', () => {
    expect(hit(40, 40)).toBe('small')
    expect(hit(70, 70)).toBe('large')
    expect(hit(62, 45)).toBe('large')
  })

  test('else the nearest within ten screen pixels', () => {
    expect(hit(95, 95)).toBe('large')
    expect(hit(142, 60)).toBe('far')
    expect(hit(139, 60)).toBeNull()
    expect(hit(-60, 45, 0.1)).toBe('large')
    expect(hit(148.9, 60, 8)).toBe('far')
    expect(hit(148.7, 60, 8)).toBeNull()
  })

  test('a finger reaches farther', () => {
    expect(hit(132, 60, 1, 'touch')).toBe('far')
    expect(hit(132, 60)).toBeNull()
    expect(hit(129, 60, 1, 'touch')).toBeNull()
  })

  test('finds annotations too small to aim at from their surround', () => {
    expect(hit(17, 11)).toBe('tiny')
    expect(hit(17, 11, 8)).toBe('large')
  })

  test('not the hole of an annotation', () => {
    const ring = [
      { outer: [0, 0, 90, 0, 90, 90, 0, 90], holes: [[30, 30, 30, 60, 60, 60, 60, 30]] },
    ]
    const { editor } = draw(anAnnotation({ geometry: ring }))
    expect(editor.annotationAt(mouseAt(45, 45))).toBeNull()
    expect(editor.annotationAt(mouseAt(33, 45))).toBe('a')
  })

  test('a keypoint', () => {
    const { editor } = draw(anAnnotation({ keypoints: [0, 0, 0, 50, 50, 1] }))
    expect(editor.annotationAt(mouseAt(55, 55))).toBe('a')
    expect(editor.annotationAt(mouseAt(2, 2))).toBeNull()
  })

  test('the upper one of two equals', () => {
    const under = anAnnotation({ id: 'under', geometry: aSquare(0, 0, 50), position: 1 })
    const over = { ...under, id: 'over', position: 2 }
    expect(draw(over, under).editor.annotationAt(mouseAt(20, 20))).toBe('over')
  })
})

test('the index finds the same as a search of all boxes', () => {
  const many = Array.from({ length: 300 }, (_, i) =>
    anAnnotation({
      id: `n${i}`,
      geometry: aSquare((i * 37) % 190, (i * 53) % 90, 1 + (i % 30)),
      position: i,
    }),
  )
  const { document } = draw(...many).editor.state
  for (let i = 0; i < 50; i++) {
    const box = { x: (i * 29) % 200, y: (i * 31) % 100, width: i % 7, height: i % 5 }
    const expected = many.filter(({ geometry }) => {
      const [x = 0, y = 0, right = 0, , , bottom = 0] = geometry[0]?.outer ?? []
      return x <= box.x + box.width && right >= box.x && y <= box.y + box.height && bottom >= box.y
    })
    expect(annotationsTouching(document, box).map(({ id }) => id)).toEqual(
      expected.map(({ id }) => id),
    )
  }
})
