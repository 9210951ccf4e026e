import { createAnnotation, getAnnotatorData } from '#contract/annotations'

import { withColleagues } from './colleagues.ts'

export const triangle = [[10, 10, 50, 10, 50, 40]]

/** An image of 80 by 60 pixels on which kim draws triangles. */
export async function withImage() {
  const colleagues = await withColleagues()
  const { given, kim, dataset, disc } = colleagues
  const image = await given.image(kim, dataset, { width: 80, height: 60 })
  const create = (body: object = {}) =>
    kim.call(createAnnotation, {
      body: { image_id: image.id, category_id: disc, segmentation: triangle, ...body },
    })
  const read = async () =>
    (await kim.call(getAnnotatorData, { params: { id: image.id } })).body.categories.flatMap(
      (category) => category.annotations,
    )
  return { ...colleagues, image, create, read }
}
