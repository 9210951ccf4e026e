import { expect, test } from 'vitest'

import { rleArea } from '#coco/rle'
import type { LabelledImage, Loss } from './labelled-image.ts'
import { readLabelStudioTask } from './read-label-studio.ts'
import { labelStudioTask } from './write-label-studio.ts'

function read(task: object) {
  const losses: Loss[] = []
  const found = readLabelStudioTask(task as Record<string, unknown>, (loss) => losses.push(loss))
  const kinds = losses.map(({ kind, why }) => `${kind} ${why}`)
  return {
    image: found?.image,
    names: [found?.image.fileName, ...(found?.otherNames ?? [])],
    kinds,
  }
}

const shown = { original_width: 200, original_height: 100, image_rotation: 0, to_name: 'image' }
const rectangle = (more: object = {}) => ({
  id: 'r1',
  type: 'rectanglelabels',
  from_name: 'label',
  ...shown,
  value: { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ['disc'] },
  ...more,
})
const taskOf = (result: object[], more: object = {}) => ({
  id: 1,
  data: { image: 'https://example.org/eyes/left%20eye.png?x=1' },
  annotations: [{ id: 1, was_cancelled: false, result }],
  ...more,
})

test('reads regions in percent, with choices and answers', () => {
  const { image, names, kinds } = read(
    taskOf([
      rectangle({ meta: { text: ['one', 'two'] }, origin: 'prediction-changed' }),
      { id: 'r1', type: 'choices', from_name: 'quality', ...shown, value: { choices: ['good'] } },
      {
        id: 'p1',
        type: 'polygonlabels',
        ...shown,
        value: {
          points: [
            [1, 1],
            [10, 1],
            [10, 12.5],
          ],
          closed: true,
          polygonlabels: ['lesion', 'new'],
        },
      },
      {
        id: 'k1',
        type: 'keypointlabels',
        ...shown,
        value: { x: 50, y: 50, width: 0.3, keypointlabels: ['fovea'] },
      },
      // A configuration with separate tags for shapes and labels.
      { id: 's1', type: 'rectangle', ...shown, value: { x: 0, y: 0, width: 5, height: 5 } },
      {
        id: 's1',
        type: 'labels',
        ...shown,
        value: { x: 0, y: 0, width: 5, height: 5, labels: ['cup'] },
      },
      { id: 'c1', type: 'choices', from_name: 'tags', value: { choices: ['good frame'] } },
    ]),
  )
  expect(kinds).toEqual([])
  expect(names).toEqual(['eyes/left eye.png'])
  expect(image).toMatchObject({ size: { width: 200, height: 100 }, labels: ['good frame'] })
  expect(image?.annotations).toMatchObject([
    {
      label: 'disc',
      area: { kind: 'box', box: { x: 20, y: 20, width: 60, height: 40 } },
      metadata: { text: 'one\ntwo', quality: 'good' },
      origin: 'semiautomatic',
    },
    { label: 'lesion', area: { shape: [{ outer: [2, 1, 20, 1, 20, 12.5] }] } },
    { label: 'new' },
    { label: 'fovea', keypoints: [{ name: '1', x: 100, y: 50, visibility: 2 }] },
    { label: 'cup', area: { box: { width: 10, height: 5 } } },
  ])
})

test('a rectangle is turned about its own corner', () => {
  const value = { x: 50, y: 50, width: 10, height: 10, rotation: 90, rectanglelabels: ['a'] }
  const { image } = read(taskOf([rectangle({ value })]))
  expect(image?.annotations[0]?.area).toMatchObject({
    shape: [{ outer: [100, 50, 100, 70, 90, 70, 90, 50] }],
  })
})

test('predictions are read if nobody has annotated', () => {
  const predictions = [{ model_version: 'm 1', score: 0.5, result: [rectangle()] }]
  const cancelled = [{ was_cancelled: true, result: [rectangle()] }]
  const predicted = read(taskOf([], { annotations: cancelled, predictions }))
  expect(predicted.kinds).toEqual(['cancelled annotation unsupported'])
  expect(predicted.image?.annotations).toMatchObject([
    { origin: 'automatic', metadata: { model_version: 'm 1', score: 0.5 } },
  ])
  const both = read(taskOf([rectangle()], { predictions }))
  expect(both.kinds).toEqual(['prediction beside an annotation unsupported'])
  expect(both.image?.annotations).toMatchObject([{ origin: 'manual' }])
})

test('what cannot be carried over is named', () => {
  const { image, kinds } = read(
    taskOf([
      { type: 'relation', from_id: 'a', to_id: 'b' },
      { id: 'v', type: 'vectorlabels', ...shown, value: { vertices: [], vectorlabels: ['a'] } },
      { id: 't', type: 'textarea', from_name: 'report', value: { text: ['…'] } },
      rectangle({ id: 'x', image_rotation: 90 }),
      rectangle({ id: 'y', value: { x: 1, y: 2, width: 3, height: 4 } }),
      rectangle({ id: 'z', original_width: undefined }),
      rectangle({ id: 'b', type: 'brushlabels', value: { rle: [1, 2, 3], brushlabels: ['a'] } }),
    ]),
  )
  expect(image?.annotations).toEqual([])
  expect(kinds).toEqual([
    'relation unsupported',
    'vectorlabels unsupported',
    'textarea unsupported',
    'rectanglelabels on a turned image unsupported',
    'rectanglelabels without a label unsupported',
    'rectanglelabels damaged',
    'brushlabels damaged',
  ])
  expect(read({ data: { text: 'no image' }, annotations: [] })).toMatchObject({
    image: undefined,
    kinds: ['task unsupported'],
  })
})

test.each([
  ['/data/upload/3/0a1b2c3d-eye.png', ['eye.png', '0a1b2c3d-eye.png']],
  ['/data/local-files/?d=eyes/%EB%88%88.png', ['eyes/눈.png']],
  ['s3://bucket/eyes/a.jpg', ['eyes/a.jpg']],
  ['eyes/a.jpg', ['eyes/a.jpg']],
])('the image at %s is known', (image, names) => {
  expect(read({ data: { image }, annotations: [] }).names).toEqual(names)
})

test('reads JSON-MIN', () => {
  const { image, kinds } = read({
    image: '/data/upload/3/0a1b2c3d-eye.png',
    id: 4,
    label: [
      {
        x: 10,
        y: 20,
        width: 30,
        height: 40,
        rotation: 0,
        rectanglelabels: ['disc'],
        original_width: 200,
        original_height: 100,
      },
    ],
    annotator: 1,
    annotation_id: 5,
  })
  expect(kinds).toEqual([])
  expect(image?.annotations).toMatchObject([
    { label: 'disc', area: { box: { x: 20, y: 20, width: 60, height: 40 } } },
  ])
})

test('a task that was written is read again', () => {
  const plain = { lines: [], keypoints: [], metadata: {}, origin: 'manual' } as const
  const image: LabelledImage = {
    fileName: 'eye.png',
    size: { width: 173, height: 91 },
    labels: ['good frame'],
    annotations: [
      {
        ...plain,
        label: 'disc',
        area: { kind: 'polygons', shape: [{ outer: [1.27, 1, 20.01, 1, 20, 20.79], holes: [] }] },
        metadata: { grade: 2, note: 'a' },
        origin: 'semiautomatic',
      },
      {
        ...plain,
        label: 'disc',
        area: { kind: 'box', box: { x: 1.11, y: 2.07, width: 30.53, height: 40 } },
      },
      {
        ...plain,
        label: 'pair',
        area: { kind: 'none' },
        keypoints: [
          { name: 'nasal', x: 3.33, y: 4.25, visibility: 1 },
          { name: 'temporal', x: 7, y: 8, visibility: 2 },
        ],
      },
      { ...plain, label: 'vessel', area: { kind: 'none' }, lines: [[0, 0, 9, 9]] },
    ],
  }
  const { task, written } = labelStudioTask(image, 12)
  expect(written).toBe(3)
  const again = read(task)
  expect(again.kinds).toEqual([])
  expect(again.image).toEqual({ ...image, annotations: image.annotations.slice(0, 3) })
})

function square(at: number, side: number) {
  return [at, at, at + side, at, at + side, at + side, at, at + side] as const
}

test('an area with a hole is written as its mask', () => {
  const shape = [{ outer: square(10, 40), holes: [square(20, 10)] }]
  const annotation = {
    label: 'a',
    area: { kind: 'polygons', shape },
    lines: [],
    keypoints: [],
    metadata: {},
    origin: 'manual',
  } as const
  const image = { fileName: 'a.png', size: { width: 70, height: 60 }, labels: [] }
  const { task } = labelStudioTask({ ...image, annotations: [annotation] }, 1)
  const area = read(task).image?.annotations[0]?.area
  expect(area?.kind === 'mask' ? rleArea(area.mask) : 0).toBe(1500)
})
