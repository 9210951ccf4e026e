import { describe, expect, test } from 'vitest'
import type { MultiPolygon } from '#geometry/polygon'
import { toCocoAnnotation, type AnnotationSource } from './annotation.ts'
import { CocoEntryError, type CocoFault } from './entry.ts'
import { readCocoAnnotation } from './read-annotation.ts'
import { readCocoCategory } from './read-category.ts'
import { readCocoImage } from './read-image.ts'

const size = [40, 60] as const
const ids = { id: 7, image_id: 1, category_id: 2 }
const square = [5, 5, 15, 5, 15, 15, 5, 15]
const byHand = { kind: 'manual', algorithms: [] }
const holed: MultiPolygon = [
  { outer: [5.25, 5.5, 30, 5, 30, 30, 5, 30], holes: [[10, 10, 10, 20, 20, 20, 20, 10]] },
]

function read(fields: object) {
  return readCocoAnnotation({ ...ids, ...fields }, size)
}

describe('an annotation is read', () => {
  test('from polygons, those without area left out', () => {
    expect(read({ segmentation: [square, [1, 1, 9, 9], []], iscrowd: 0 })).toEqual({
      id: 7,
      imageId: 1,
      categoryId: 2,
      shape: [{ outer: square, holes: [] }],
      lines: [],
      keypoints: [],
      isCrowd: false,
      isBox: false,
      origin: { kind: 'manual', algorithms: [] },
      position: null,
      color: null,
      metadata: {},
      fields: {},
    })
  })

  test('from a mask in plain run lengths, of a crowd and with a hole', () => {
    const counts = [40 * 2 + 2, 6, 34, 1, 4, 1, 34, 6, 40 * 55 - 8]
    const total = counts.reduce((sum, run) => sum + run, 0)
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 2400 - total
    const { shape, isCrowd } = read({ segmentation: { size: [40, 60], counts }, iscrowd: 1 })
    expect(isCrowd).toBe(true)
    expect(shape).toHaveLength(1)
    expect(shape[0]?.holes).toHaveLength(1)
  })

  test.each<[string, Partial<AnnotationSource>]>([
    ['with a hole, to the hundredth of a pixel', { shape: holed }],
    ['of a crowd', { shape: [{ outer: square, holes: [] }], isCrowd: true }],
    ['that is a box', { shape: [{ outer: square, holes: [] }], isBox: true, color: '#00ff00' }],
    [
      'that an algorithm drew',
      {
        shape: holed,
        position: 3.25,
        origin: { kind: 'automatic', algorithms: [{ name: 'vessels', version: null }] },
      },
    ],
    ['with a centre line', { shape: holed, lines: [[6, 6, 9.5, 9.25]] }],
    [
      'of lines alone',
      {
        lines: [
          [6, 6, 9.5, 9.25],
          [1, 2, 3, 4, 5, 6],
        ],
      },
    ],
    ['of keypoints alone', { keypoints: [3.5, 4, 2, 0, 0, 0], metadata: { grade: 2 } }],
  ])('as it was written: %s', (_, change) => {
    const source: AnnotationSource = {
      id: 7,
      imageId: 1,
      categoryId: 2,
      lines: [],
      keypoints: [],
      isCrowd: false,
      isBox: false,
      shape: [],
      ...change,
    }
    const written = JSON.parse(JSON.stringify(toCocoAnnotation(source, size)))
    expect(readCocoAnnotation(written, size)).toEqual({
      origin: byHand,
      position: null,
      color: null,
      metadata: {},
      fields: {},
      ...source,
    })
  })

  test.each<[string, object, object]>([
    ['found by an algorithm where it has a score', { score: 0.8 }, { kind: 'automatic' }],
    ['its own word before that', { score: 0.8, origin: byHand }, byHand],
    ['by hand where its origin is something else', { origin: 'web' }, byHand],
    [
      'without algorithms that have no name',
      { origin: { kind: 'semiautomatic', algorithms: [{ version: '1' }, 'a', { name: 'b\0' }] } },
      { kind: 'semiautomatic', algorithms: [] },
    ],
  ])('with how it came to be: %s', (_, fields, origin) => {
    expect(read({ segmentation: [square], ...fields }).origin).toMatchObject(origin)
  })

  test('from its mask if somebody has changed that and not the outlines beside it', () => {
    const source = { id: 1, imageId: 1, categoryId: 2, lines: [], keypoints: [] }
    const [one, other] = [holed, [{ outer: square, holes: [] }]].map((shape) =>
      toCocoAnnotation({ ...source, shape, isCrowd: true, isBox: false }, size),
    )
    expect(read({ ...one, segmentation: other?.segmentation }).shape).toEqual([
      { outer: [15, 5, 15, 15, 5, 15, 5, 5], holes: [] },
    ])
  })

  test('not with lines of less than two points, nor with its box as an area beside lines', () => {
    const lines = [[5, 5, 9, 9]]
    expect(read({ bbox: [5, 5, 4, 4], lines })).toMatchObject({ shape: [], isBox: false, lines })
    expect(() => read({ lines: [[5, 5]] })).toThrow(CocoEntryError)
  })

  test('from its box if it has nothing else', () => {
    expect(read({ bbox: [5, 5, 10, 10] })).toMatchObject({
      isBox: true,
      shape: [{ outer: square, holes: [] }],
    })
  })

  test('as a label of the image if it has no geometry at all', () => {
    expect(read({ segmentation: [], bbox: [] })).toMatchObject({ shape: [], isBox: false })
  })

  test('with metadata, nested values as text and empty keys left out', () => {
    const metadata = { grade: 2, sure: true, note: null, '': 1, parts: [1, { a: 2 }] }
    expect(read({ bbox: [1, 1, 2, 2], metadata }).metadata).toEqual({
      grade: 2,
      sure: true,
      note: null,
      parts: '[1,{"a":2}]',
    })
  })
})

test.each<[CocoFault, unknown]>([
  [{ kind: 'not_an_object', field: 'annotation' }, 5],
  [
    { kind: 'not_an_id', field: 'id' },
    { ...ids, id: 'seven' },
  ],
  [
    { kind: 'not_an_id', field: 'image_id' },
    { ...ids, image_id: 1.5 },
  ],
  [
    { kind: 'not_an_id', field: 'category_id' },
    { ...ids, category_id: null },
  ],
  [
    { kind: 'polygon', why: { kind: 'odd_coordinates', polygon: 0, ring: 0 } },
    { ...ids, segmentation: [[1, 2, 3, 4, 5, 6, 7]] },
  ],
  [
    { kind: 'polygon', why: { kind: 'not_finite', polygon: 0, ring: 0 } },
    { ...ids, segmentation: [[1, 2, 3, 4, 5, '6']] },
  ],
  [
    { kind: 'polygon', why: { kind: 'ring_form', polygon: 0, ring: 0 } },
    { ...ids, segmentation: [1, 2, 3, 4, 5, 6] },
  ],
  [
    { kind: 'not_an_object', field: 'segmentation' },
    { ...ids, segmentation: 'polygon' },
  ],
  [
    { kind: 'mask_size', inMask: '4 x 4', height: 40, width: 60 },
    { ...ids, segmentation: { size: [4, 4], counts: [16] } },
  ],
  [
    { kind: 'mask', why: { kind: 'coverage', covered: 5, height: 40, width: 60, pixels: 2400 } },
    { ...ids, segmentation: { size: [40, 60], counts: [5] } },
  ],
  [
    { kind: 'mask', why: { kind: 'run', index: 0, length: -1 } },
    { ...ids, segmentation: { size: [40, 60], counts: [-1, 2401] } },
  ],
  [
    { kind: 'mask', why: { kind: 'cut_run' } },
    { ...ids, segmentation: { size: [40, 60], counts: 'oo' } },
  ],
  [{ kind: 'mask_form' }, { ...ids, segmentation: { size: [40, 60], counts: ['1'] } }],
  [{ kind: 'box_form' }, { ...ids, bbox: [1, 1, 0, 5] }],
  [{ kind: 'box' }, { ...ids, bbox: { x: 1 } }],
  [{ kind: 'keypoints' }, { ...ids, keypoints: [1, 2, 3] }],
  [{ kind: 'keypoints' }, { ...ids, keypoints: [1, 2] }],
  [{ kind: 'metadata' }, { ...ids, metadata: [1] }],
  [
    { kind: 'metadata_key', longest: 200 },
    { ...ids, metadata: { 'a\0': 1 } },
  ],
  [
    { kind: 'metadata_text', longest: 10_000 },
    { ...ids, metadata: { a: '\uD800' } },
  ],
  [
    { kind: 'metadata_text', longest: 10_000 },
    { ...ids, metadata: { a: 'x'.repeat(10_001) } },
  ],
])('an annotation is refused: %j', (fault, entry) => {
  expect(() => readCocoAnnotation(entry, size)).toThrow(CocoEntryError)
  expect(() => readCocoAnnotation(entry, size)).toThrow(expect.objectContaining({ fault }))
})

describe('an image', () => {
  test('is read with its path put straight', () => {
    const entry = { id: 1, file_name: '.\\left\\눈.png'.normalize('NFD'), width: 60, height: 40 }
    expect(readCocoImage({ ...entry, category_ids: [1, 2], metadata: { ORD_SEQ: '7' } })).toEqual({
      id: 1,
      fileName: 'left/눈.png',
      size: { width: 60, height: 40 },
      categoryIds: [1, 2],
      metadata: { ORD_SEQ: '7' },
      fields: {},
    })
  })

  test('need not say its size', () => {
    expect(readCocoImage({ id: 0, file_name: 'a.png' }).size).toBeUndefined()
  })

  test.each([
    '../../etc/passwd',
    '/etc/passwd',
    'a/../../b.png',
    '..\\b.png',
    'a\0.png',
    '',
    'x'.repeat(1001),
    7,
  ])('whose file_name is %j is refused', (file_name) => {
    expect(() => readCocoImage({ id: 1, file_name })).toThrow(CocoEntryError)
  })
})

describe('a category', () => {
  test('is read with its keypoints', () => {
    const entry = {
      id: 3,
      name: ' Optic disc ',
      supercategory: null,
      color: '#AABBCC',
      keypoints: ['nasal', 'temporal'],
      skeleton: [[1, 2]],
      keypoint_colors: ['#ff0000', '#00ff00'],
      role: 'disc',
    }
    expect(readCocoCategory(entry)).toEqual({
      id: 3,
      name: 'Optic disc',
      supercategory: '',
      color: '#AABBCC',
      metadata: {},
      keypoints: ['nasal', 'temporal'],
      skeleton: [[1, 2]],
      keypointColors: ['#ff0000', '#00ff00'],
      role: 'disc',
    })
  })

  test.each<[CocoFault, object]>([
    [{ kind: 'name', field: 'name', longest: 100 }, { name: '' }],
    [{ kind: 'name', field: 'name', longest: 100 }, { name: 'a\nb' }],
    [{ kind: 'name', field: 'name', longest: 100 }, { name: 'x'.repeat(101) }],
    [{ kind: 'label_twice' }, { keypoints: ['a', 'a'] }],
    [{ kind: 'name', field: 'keypoint', longest: 100 }, { keypoints: [1] }],
  ])('is refused: %j', (fault, fields) => {
    expect(() => readCocoCategory({ id: 1, name: 'a', ...fields })).toThrow(
      expect.objectContaining({ fault }),
    )
  })

  test.each<[object, number[][]]>([
    [{ keypoints: ['a', 'b'], skeleton: [[1, 3], [2, 1], [1]] }, [[2, 1]]],
    [{ keypoints: ['a', 'b'], skeleton: [[1, 1]] }, []],
    [{ skeleton: {} }, []],
  ])('keeps of a broken skeleton what joins two keypoints: %o', (fields, skeleton) => {
    expect(readCocoCategory({ id: 1, name: 'a', ...fields }).skeleton).toEqual(skeleton)
  })
})
