import { expect, test } from 'vitest'

import { changeAnnotation, copyAnnotations } from '#contract/annotations'
import { getStatistics } from '#contract/statistics'

import { triangle, withImage } from './testing/with-image.ts'

test('a line is drawn, changed and kept in the history, with an area or alone', async () => {
  const { create, kim, read, db, dataset } = await withImage()
  const { body: line } = await create({ segmentation: [], lines: [[-10, 5, 20.004, 5, 20, 30]] })
  expect(line).toMatchObject({
    segmentation: [],
    lines: [[0, 5, 20, 5, 20, 30]],
    area: 0,
    bbox: [0, 5, 20, 25],
    origin: { kind: 'manual' },
  })
  const params = { id: line.id }
  const withArea = { revision: 1, segmentation: triangle }
  const { body: both } = await kim.call(changeAnnotation, { params, body: withArea })
  expect(both).toMatchObject({ lines: [[0, 5, 20, 5, 20, 30]], area: 600, bbox: [10, 10, 40, 30] })
  await kim.call(changeAnnotation, { params, body: { revision: 2, lines: [[1, 1, 2, 2]] } })
  expect(await read()).toMatchObject([{ lines: [[1, 1, 2, 2]], segmentation: triangle }])
  const kept = await db.selectFrom('annotation_history').select('lines').execute()
  expect(kept.map(({ lines }) => lines)).toEqual([[[0, 5, 20, 5, 20, 30]], [[0, 5, 20, 5, 20, 30]]])
  await create({ segmentation: [], lines: [[1, 1, 9, 9]] })
  const { total } = (await kim.call(getStatistics, { params: { id: dataset.id } })).body
  expect(total['Annotations']).toBe(2)
})

test('lines outside the image are refused, and those partly outside the other image are cut in a copy', async () => {
  const { create, kim, given, dataset, disc, image } = await withImage()
  const refused = await create({ segmentation: [], lines: [[100, 100, 150, 150]] })
  expect([refused.status, refused.body.code]).toEqual([422, 'unusable_content'])
  expect(refused.body.fields).toHaveProperty('lines')
  await create({ segmentation: [], lines: [[10, 10, 70, 10]] })
  await create({ segmentation: [], lines: [[60, 10, 70, 10]] })
  const small = await given.image(kim, dataset, { name: 'small.png', width: 40, height: 60 })
  const copied = await kim.call(copyAnnotations, {
    params: { fromId: image.id, toId: small.id },
    body: { category_ids: [disc] },
  })
  expect(copied.body).toMatchObject({ annotations: [{ lines: [[10, 10, 40, 10]] }], outside: 1 })
})
