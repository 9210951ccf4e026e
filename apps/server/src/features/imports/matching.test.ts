import { describe, expect, test } from 'vitest'

import { createCategory } from '#contract/categories'
import { getDatasetData } from '#contract/datasets'

import {
  type CocoFile,
  cocoOf,
  disc,
  eye,
  fileOf,
  on,
  report,
  withDataset,
} from './testing/importing.ts'

describe('images are matched', () => {
  test('by relative path, then by file name, and not if that is ambiguous', async () => {
    const { kim, dataset, given } = await withDataset()
    await given.image(kim, dataset, { name: 'twin.png', folder: 'left' })
    await given.image(kim, dataset, { name: 'twin.png', folder: 'right' })
    const size = { width: 80, height: 60 }
    const images = [
      { id: 1, file_name: 'some/where/eye.png', ...size },
      { id: 2, file_name: 'left/twin.png', ...size },
      { id: 3, file_name: 'twin.png', ...size },
      { id: 4, file_name: 'nobody.png', ...size },
    ]
    const annotations = images.map(({ id }) => on(id, { image_id: id }))
    const told = await report(kim, dataset, fileOf({ images, annotations }))
    expect(told).toMatchObject({
      images: { in_file: 4, matched: 2, changed: 2, left_out: 2 },
      annotations: { in_file: 4, created: 2, left_out: 2 },
      reasons: [
        {
          reason: 'image_not_in_dataset',
          count: 1,
          annotations: 1,
          examples: [{ message: 'Image nobody.png.' }],
        },
        { reason: 'image_ambiguous', count: 1, annotations: 1 },
      ],
    })
    const coco = await cocoOf(kim, dataset)
    const annotated = new Set(coco.annotations.map((each: { image_id: number }) => each.image_id))
    expect(
      coco.images
        .filter((each: { id: number }) => annotated.has(each.id))
        .map((each: { file_name: string }) => each.file_name),
    ).toEqual(['eye.png', 'left/twin.png'])
  })

  test('by path rather than by name if two entries could be the same image', async () => {
    const { kim, dataset } = await withDataset()
    const images = [{ ...eye, id: 2, file_name: 'other/eye.png' }, eye]
    const annotations = [on(1), on(2, { image_id: 2 })]
    const told = await report(kim, dataset, fileOf({ images, annotations }))
    expect(told).toMatchObject({
      annotations: { created: 1, left_out: 1 },
      reasons: [{ reason: 'image_ambiguous', count: 1 }],
    })
  })

  test('whatever the Unicode composition of their names', async () => {
    const { kim, dataset, given, db } = await withDataset()
    const { id } = await given.image(kim, dataset, { name: 'é.png', folder: '왼쪽' })
    const place = { folder: '왼쪽'.normalize('NFD'), file_name: 'é.png'.normalize('NFD') }
    await db.updateTable('image').set(place).where('id', '=', id).execute()
    const size = { width: 80, height: 60 }
    for (const file_name of ['왼쪽/é.png', 'elsewhere/é.png']) {
      const images = [{ id: 1, file_name: file_name.normalize('NFC'), ...size }]
      const { images: told } = await report(kim, dataset, fileOf({ images, annotations: [on(1)] }))
      expect([file_name, told.matched]).toEqual([file_name, 1])
    }
  })

  test('only if their size is the same', async () => {
    const { kim, dataset } = await withDataset()
    const images = [{ ...eye, width: 800, height: 600 }]
    const told = await report(kim, dataset, fileOf({ images, annotations: [on(1)] }))
    expect(told.reasons).toMatchObject([
      {
        reason: 'image_size_differs',
        count: 1,
        examples: [
          { message: 'Image eye.png: 800 x 600 pixels in the file, 80 x 60 in the dataset.' },
        ],
      },
    ])
  })

  test('and get missing metadata, but keep their own', async () => {
    const { kim, dataset, db, image } = await withDataset()
    const own = JSON.stringify({ ORD_SEQ: '7' })
    await db.updateTable('image').set({ metadata: own }).where('id', '=', image.id).execute()
    const images = [{ ...eye, metadata: { ORD_SEQ: '8', camera: 'A' } }]
    const told = await report(kim, dataset, fileOf({ images }))
    expect(told.reasons).toMatchObject([{ reason: 'metadata_differ', count: 1 }])
    expect((await cocoOf(kim, dataset)).images).toMatchObject([
      { metadata: { ORD_SEQ: '7', camera: 'A' } },
    ])
  })

  test('and get licence and source of files without metadata, but no link of another licence', async () => {
    const { kim, dataset, given, db, image } = await withDataset()
    await given.image(kim, dataset, { name: 'other.png' })
    const own = JSON.stringify({ licence: 'CC0' })
    await db.updateTable('image').set({ metadata: own }).where('id', '=', image.id).execute()
    const licence = {
      id: 4,
      name: 'CC BY 2.0',
      url: 'https://creativecommons.org/licenses/by/2.0/',
    }
    const found = { license: 4, coco_url: 'http://images.cocodataset.org/eye.png' }
    const images = [
      { ...eye, ...found },
      { ...eye, ...found, id: 2, file_name: 'other.png' },
    ]
    const licenses = [{ id: 0, name: null, url: null }, 'nonsense', licence]
    await report(kim, dataset, fileOf({ images, licenses }))
    const { name, url } = licence
    expect((await cocoOf(kim, dataset)).images).toMatchObject([
      { metadata: { licence: 'CC0', source: found.coco_url } },
      { metadata: { licence: name, licence_url: url, source: found.coco_url } },
    ])
    expect((await cocoOf(kim, dataset)).licenses).toEqual([
      { id: 1, name, url },
      { id: 2, name: 'CC0', url: '' },
    ])
  })
})

describe('categories', () => {
  test('of the importer’s own are added to the dataset, others are created', async () => {
    const { kim, dataset, given } = await withDataset()
    await kim.call(createCategory, { body: { name: 'Drusen', color: '#123456' } })
    const park = await given.user('park')
    await park.call(createCategory, { body: { name: 'Exudate', color: '#654321' } })
    const categories = [
      disc,
      { id: 6, name: 'drusen' },
      { id: 7, name: 'Exudate', color: '#abcdef', supercategory: 'lesion' },
    ]
    const told = await report(kim, dataset, fileOf({ categories }))
    expect(told.categories).toEqual({ created: ['Exudate'], attached: ['Drusen'] })
    const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
    expect(body.categories).toMatchObject([
      { name: 'disc', creator: 'kim' },
      { name: 'Drusen', creator: 'kim', color: '#123456' },
      { name: 'Exudate', creator: 'kim', color: '#abcdef', supercategory: 'lesion' },
    ])
  })

  test('of an image as a whole are kept, once', async () => {
    const { kim, dataset } = await withDataset()
    const file = fileOf({ images: [{ ...eye, category_ids: [5] }] })
    expect((await report(kim, dataset, file)).images).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await report(kim, dataset, file)).images).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await cocoOf(kim, dataset)).images).toMatchObject([
      { category_ids: [dataset.categoryIds[0]] },
    ])
  })
})

describe('an image is left unchanged', () => {
  test.each<[string, CocoFile]>([
    ['annotation_unusable', { annotations: [on(1), on(2, { segmentation: [[1, 2, 'x']] })] }],
    [
      'annotation_unusable',
      { annotations: [on(1), on(2, { segmentation: { size: [60, 80], counts: [1e15] } })] },
    ],
    ['annotation_id_twice', { annotations: [on(1), on(1, { bbox: [1, 1, 2, 2] })] }],
    ['category_missing', { annotations: [on(1), on(2, { category_id: 99 })] }],
    [
      'outside_image',
      { annotations: [on(1), on(2, { segmentation: [[90, 90, 99, 90, 99, 99]] })] },
    ],
  ])('as a whole where one entry cannot be used: %s', async (reason, file) => {
    const { kim, dataset } = await withDataset()
    const told = await report(kim, dataset, fileOf(file))
    expect(told).toMatchObject({
      images: { matched: 1, changed: 0, left_out: 1 },
      annotations: { in_file: 2, created: 0, left_out: 2 },
      reasons: [{ reason, count: 1, annotations: 2 }],
    })
    expect((await cocoOf(kim, dataset)).annotations).toEqual([])
  })

  test('but keypoints that do not match the category here do not remove outline or box', async () => {
    const { kim, dataset } = await withDataset()
    const bare = on(3, { segmentation: [], bbox: undefined, keypoints: [1, 2, 2] })
    const told = await report(
      kim,
      dataset,
      fileOf({ annotations: [on(1), on(2, { keypoints: [1, 2, 2] }), bare] }),
    )
    expect(told).toMatchObject({
      images: { matched: 1, changed: 1, left_out: 0 },
      annotations: { in_file: 3, created: 2, left_out: 1 },
      reasons: [{ reason: 'keypoints_differ', count: 2, annotations: 1 }],
    })
    const { annotations } = await cocoOf(kim, dataset)
    expect(annotations).toHaveLength(2)
    for (const each of annotations) expect(each).not.toHaveProperty('keypoints')
  })

  test('if its id is used twice, and annotations without an image are reported', async () => {
    const { kim, dataset } = await withDataset()
    const told = await report(
      kim,
      dataset,
      fileOf({
        images: [eye, { ...eye, file_name: 'other.png' }, { id: 3, file_name: '../../etc/passwd' }],
        annotations: [on(1), on(2, { image_id: 77 }), 'nonsense'],
      }),
    )
    expect(told.annotations).toMatchObject({ in_file: 3, created: 0, left_out: 3 })
    expect(told.reasons.map(({ reason }) => reason)).toEqual([
      'image_unusable',
      'image_id_twice',
      'annotation_unusable',
      'annotation_without_image',
    ])
  })
})
