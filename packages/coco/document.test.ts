import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boxHolds, boxOf, growBox } from '#geometry/box'
import { snap } from '#geometry/point'
import type { MultiPolygon, Ring } from '#geometry/polygon'
import { area, perimeter, reverseRing } from '#geometry/polygon'
import { toCocoAnnotation, type AnnotationSource } from './annotation.ts'
import { checkCocoDocument, maximumIssues } from './check.ts'
import type { CocoAnnotation, CocoDocument } from './document.ts'
import { compressRle, parseRle, type CompressedRle } from './rle-string.ts'
import { rleArea, rleBoundingBox, rleOfCounts } from './rle.ts'
import { askPycocotools, havePycocotools } from './testing/pycocotools.ts'
import { writeCocoDocument, type CocoSource } from './write-document.ts'

const size = [80, 120] as const

const lesion: Ring = [10.25, 10.5, 40.75, 12.25, 30.5, 42.75]
const ring: MultiPolygon = [
  { outer: [50, 10, 90, 10, 90, 50, 50, 50], holes: [[60, 20, 80, 20, 80, 40, 60, 40]] },
]

function draw(shape: MultiPolygon, change: Partial<AnnotationSource> = {}): CocoAnnotation {
  const written = toCocoAnnotation(
    {
      id: 1,
      imageId: 1,
      categoryId: 1,
      shape,
      lines: [],
      keypoints: [],
      isCrowd: false,
      isBox: false,
      ...change,
    },
    size,
  )
  if (written === undefined) throw new Error('There was nothing to write.')
  return written
}

function documentOf(annotations: readonly CocoAnnotation[]): CocoDocument {
  return {
    info: {
      description: 'Left and right eyes',
      version: '1.0',
      year: 2026,
      contributor: '',
      url: '',
      date_created: '2026-01-31T10:00:00Z',
    },
    licenses: [],
    images: [
      { id: 1, file_name: 'a.png', width: 120, height: 80, category_ids: [1] },
      { id: 2, file_name: '홍길동.png', width: 120, height: 80, metadata: { ORD_SEQ: '7' } },
    ],
    annotations,
    categories: [
      {
        id: 1,
        name: 'haemorrhage',
        supercategory: 'lesion',
        keypoints: ['disc', 'fovea'],
        skeleton: [[1, 2]],
      },
    ],
  }
}

const sourceOf = (document: CocoDocument): CocoSource => ({
  ...document,
  images: oneByOne(document.images),
  annotations: oneByOne(document.annotations),
})

async function* oneByOne<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item)
}

async function textOf(source: CocoSource): Promise<string> {
  return (await Array.fromAsync(writeCocoDocument(source))).join('')
}

const noBox = { x: 0, y: 0, width: 0, height: 0 }

/** A star around the middle of the image, with a smaller one cut out. */
const holedStar = fc
  .array(fc.tuple(fc.integer({ min: 20, max: 39 }), fc.integer({ min: 5, max: 15 })), {
    minLength: 5,
    maxLength: 12,
  })
  .map((spokes): MultiPolygon => {
    const at = (radius: number, i: number) => {
      const angle = (2 * Math.PI * i) / spokes.length
      return [snap(60 + radius * Math.cos(angle)), snap(40 + radius * Math.sin(angle))]
    }
    const outer = spokes.flatMap(([far], i) => at(far, i))
    const hole = spokes.flatMap(([, near], i) => at(near, i))
    return [{ outer, holes: [reverseRing(hole)] }]
  })

/** Stairs of whole pixels, with a hole in the lowest step, as a magic wand outlines pixels. */
const stairs = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 })
  .map((steps): MultiPolygon => {
    // Eight steps of five stay within the image.
    let top = 42
    const upper = steps.flatMap((rise, i) => {
      top -= rise
      return [20 + 10 * i, top, 30 + 10 * i, top]
    })
    const right = 20 + 10 * steps.length
    const hole = [22, 45, 22, 55, 28, 55, 28, 45]
    return [{ outer: [...upper, right, 70, 20, 70], holes: [hole] }]
  })

describe('an annotation', () => {
  test('without holes is flat polygons with their exact area and box', () => {
    expect(draw([{ outer: lesion, holes: [] }])).toEqual({
      id: 1,
      image_id: 1,
      category_id: 1,
      iscrowd: 0,
      isbbox: false,
      segmentation: [[10.25, 10.5, 40.75, 12.25, 30.5, 42.75]],
      area: 474.09375,
      bbox: [10.25, 10.5, 30.5, 32.25],
    })
  })

  test('with a hole is a mask, with the exact area and box of its outlines', () => {
    const annotation = draw(ring)
    const mask = parseRle(annotation.segmentation as CompressedRle)
    expect(mask.size).toEqual(size)
    expect(rleArea(mask)).toBe(1200)
    expect(annotation).toMatchObject({ area: 1200, bbox: [50, 10, 40, 40], iscrowd: 0 })
  })

  test('has the area and box of its outlines, with or without holes, close to those of its mask', () => {
    fc.assert(
      fc.property(holedStar, (shape) => {
        const { area: written, bbox, segmentation } = draw(shape)
        const mask = parseRle(segmentation as CompressedRle)
        const { x, y, width, height } = boxOf(shape) ?? noBox
        expect(written).toBeCloseTo(area(shape), 6)
        expect(bbox).toEqual([x, y, expect.closeTo(width, 6), expect.closeTo(height, 6)])
        expect(Math.abs(rleArea(mask) - written)).toBeLessThan(perimeter(shape))
        const box = rleBoundingBox(mask) ?? noBox
        expect(boxHolds(growBox({ x, y, width, height }, 1), box)).toBe(true)
        const filled = draw(shape.map(({ outer }) => ({ outer, holes: [] })))
        expect(filled.bbox).toEqual(bbox)
      }),
    )
  })

  test('along the pixels has as many pixels as its area', () => {
    fc.assert(
      fc.property(stairs, (shape) => {
        const annotation = draw(shape)
        const mask = parseRle(annotation.segmentation as CompressedRle)
        const { x, y, width, height } = rleBoundingBox(mask) ?? noBox
        expect(annotation.area).toBe(rleArea(mask))
        expect(annotation.bbox).toEqual([x, y, width, height])
      }),
    )
  })

  test('of a crowd is a mask', () => {
    const annotation = draw([{ outer: lesion, holes: [] }], { isCrowd: true })
    expect(annotation.segmentation).toHaveProperty('counts', expect.any(String))
    expect(annotation.iscrowd).toBe(1)
  })

  test('of keypoints alone covers the pixels of its labelled points', () => {
    const annotation = draw([], { keypoints: [10.5, 20.5, 2, 0, 0, 0] })
    expect(annotation).toMatchObject({ segmentation: [], bbox: [10, 20, 1, 1], area: 1 })
    expect(annotation.num_keypoints).toBe(1)
    expect(checkCocoDocument(documentOf([annotation])).issues).toEqual([])
  })

  test('of a line alone has an empty mask, no area and the box of its pixels', () => {
    const annotation = draw([], { lines: [[10.5, 20.5, 30.5, 20.5]] })
    expect(annotation).toMatchObject({
      segmentation: { size: [80, 120], counts: compressRle(rleOfCounts(size, [9600])).counts },
      lines: [[10.5, 20.5, 30.5, 20.5]],
      area: 0,
      bbox: [10, 20, 21, 1],
    })
    expect(checkCocoDocument(documentOf([annotation])).issues).toEqual([])
  })

  test('without area and keypoints is not written', () => {
    const nothing = { shape: [], lines: [], keypoints: [0, 0, 0], isCrowd: false, isBox: false }
    expect(toCocoAnnotation({ id: 1, imageId: 1, categoryId: 1, ...nothing }, size)).toBe(undefined)
  })
})

describe('a check', () => {
  const good = draw([{ outer: lesion, holes: [] }])

  test('passes for documents written here', () => {
    const report = checkCocoDocument(documentOf([good, { ...draw(ring), id: 2 }]))
    expect(report).toEqual({ images: 2, annotations: 2, categories: 1, issueCount: 0, issues: [] })
  })

  test.each<[string, Partial<CocoAnnotation>]>([
    ['is not inside the image', { bbox: [100, 10, 30, 30] }],
    ['no width or no height', { bbox: [10, 10, 0, 30] }],
    ['area is not above 0', { area: 0 }],
    ['area is not above 0', { area: NaN }],
    ['3 or more points', { segmentation: [[1, 1, 5, 5]] }],
    ['3 or more points', { segmentation: [[1, 1, 5, 5, 3]] }],
    ['3 or more points', { segmentation: [[1, 1, 5, 5, 3, Infinity]] }],
    ['neither a segmentation nor a keypoint', { segmentation: [] }],
    ['category 9 is not in the document', { category_id: 9 }],
    ['image 9 is not in the document', { image_id: 9 }],
    ['not a whole number above 0', { id: 0 }],
    ['its mask has 1200 pixels', { segmentation: draw(ring).segmentation }],
    ['of another size than the image', { segmentation: rleOfCounts([2, 3], [6]) }],
    ['mask is not readable: cut_run', { segmentation: { size, counts: 'oo' } }],
    ['which COCO writes as a mask', { iscrowd: 1 }],
    ['its category asks for 6', { keypoints: [1, 1, 2], num_keypoints: 1 }],
    ['announces 2 keypoints', { keypoints: [1, 1, 2, 0, 0, 0], num_keypoints: 2 }],
  ])('finds: %s', (message, fault) => {
    const { issues } = checkCocoDocument(documentOf([{ ...good, ...fault }]))
    expect(issues).toEqual([
      expect.objectContaining({ subject: 'annotation', message: expect.stringContaining(message) }),
    ])
  })

  test('finds ids used twice, sizes of nothing, and skeletons that join no label', () => {
    const { categories, images, ...rest } = documentOf([good, good])
    const broken: CocoDocument = {
      ...rest,
      categories: [...categories, { id: 1, name: 'b', supercategory: '', skeleton: [[1, 2]] }],
      images: [...images, { id: 2, file_name: 'c.png', width: 0, height: 80, category_ids: [7] }],
    }
    expect(checkCocoDocument(broken).issues.map(({ message }) => message)).toEqual([
      'Its id is used twice.',
      'Its skeleton joins labels outside 1 to 0.',
      'Its id is used twice.',
      'Its size of 0 x 80 is not in whole pixels above 0.',
      'Its categories 7 are not in the document.',
      'Its id is used twice.',
    ])
  })

  test('counts every issue of a hopeless document, but spells out a hundred', () => {
    const annotations = Array.from({ length: 500 }, (_, index) => ({ ...good, id: index, area: 0 }))
    const report = checkCocoDocument(documentOf(annotations))
    expect(report.issueCount).toBe(501)
    expect(report.issues).toHaveLength(maximumIssues)
  })
})

describe('a written document', () => {
  const document = documentOf([
    draw([{ outer: lesion, holes: [] }]),
    draw(ring, { id: 2, imageId: 2, metadata: { grade: 'severe' }, color: '#ff0000' }),
    draw([], { id: 3, keypoints: [5, 6, 2, 40, 41, 1] }),
    draw([], { id: 4, lines: [[10, 10, 60.5, 40]] }),
  ])

  test('reads back as the original, and is the same each time', async () => {
    const text = await textOf(sourceOf(document))
    expect(JSON.parse(text)).toEqual(document)
    expect(await textOf(sourceOf(document))).toBe(text)
  })

  test('without images and annotations is a document too', async () => {
    const empty = { ...document, images: [], annotations: [] }
    expect(JSON.parse(await textOf(sourceOf(empty)))).toEqual(empty)
  })

  test('ends with the report on it', async () => {
    const writing = writeCocoDocument(sourceOf({ ...document, images: [] }))
    let step = await writing.next()
    while (!step.done) step = await writing.next()
    expect(step.value).toMatchObject({ images: 0, annotations: 4, issueCount: 4 })
  })

  test('comes in small pieces however much there is', async () => {
    const [first] = document.annotations
    const count = 20_000
    async function* many(): AsyncGenerator<CocoAnnotation> {
      for (let id = 1; id <= count; id++)
        yield await Promise.resolve({ ...draw(ring), ...first, id })
    }
    let longest = 0
    let total = 0
    for await (const piece of writeCocoDocument({ ...sourceOf(document), annotations: many() })) {
      longest = Math.max(longest, piece.length)
      total += piece.length
    }
    expect(total).toBeGreaterThan(count * 100)
    expect(longest).toBeLessThan(70_000)
  })

  test('is refused if ids do not ascend', async () => {
    const backwards = { ...document, images: document.images.toReversed() }
    await expect(textOf(sourceOf(backwards))).rejects.toThrow('ids must ascend')
  })

  test.skipIf(!havePycocotools())('opens in pycocotools, area and mask right', async () => {
    const read = askPycocotools(
      `
dataset = coco.COCO()
dataset.dataset = json.loads(question)
dataset.createIndex()
answer = [[int(dataset.annToMask(a).sum()), a['area'], int(dataset.annToMask(a)[30][70])]
          for a in dataset.anns.values() if a['segmentation']]
assert len(dataset.getImgIds(catIds=[1])) == 2`,
      await textOf(sourceOf(document)),
    )
    expect(read).toEqual([
      [473, 474.09375, 0],
      [1200, 1200, 0],
      [0, 0, 0],
    ])
  })
})
