import { randomUUID } from 'node:crypto'

import type { Client } from 'pg'

import { area, type MultiPolygon } from '#geometry/polygon'
import { boxOf } from '#geometry/box'
import { encodeShape } from '#geometry/encoding'

/** A wavy closed line with the given number of vertices, somewhere on a picture of 4000 x 4000 pixels. */
export function outline(vertices: number): number[] {
  const [x, y] = [300 + Math.random() * 3400, 300 + Math.random() * 3400]
  return Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices
    const radius = 100 + 20 * Math.sin(9 * angle)
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
    .flat()
    .map((coordinate) => Math.round(coordinate * 100) / 100)
}

/** Rows of images whose files are never requested. */
export async function seedImages(client: Client, datasetId: number, count: number): Promise<void> {
  await client.query(
    `insert into image (dataset_id, file_name, sha256, size, media_type, width, height, patient_name, study_date)
     select $1, 'eye_' || n || '.jpg', sha256(n::text::bytea), 1000000, 'image/jpeg', 4000, 4000,
       'Patient ' || (n % 5000), date '2020-01-01' + (n % 2000)
     from generate_series(1, $2) as n`,
    [datasetId, count],
  )
  await client.query('analyze image')
}

/** Annotations as the product keeps them. */
export async function seedAnnotations(
  client: Client,
  place: { imageId: number; categoryId: number },
  shapes: readonly MultiPolygon[],
): Promise<void> {
  for (const shape of shapes) {
    const box = boxOf(shape)
    await client.query(
      `insert into annotation (image_id, category_id, geometry, area, box_x, box_y, box_width, box_height, created_save_id, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`,
      [
        place.imageId,
        place.categoryId,
        Buffer.from(encodeShape(shape)),
        area(shape),
        box?.x,
        box?.y,
        box?.width,
        box?.height,
        randomUUID(),
      ],
    )
  }
}

/** The same as JSON in a separate table. */
export async function seedDocuments(
  client: Client,
  imageId: number,
  shapes: readonly MultiPolygon[],
): Promise<void> {
  await client.query(
    'create table bench_annotation (id serial primary key, image_id integer, document jsonb)',
  )
  await client.query('create index on bench_annotation (image_id)')
  for (const [id, shape] of shapes.entries()) {
    const segmentation = shape.map(({ outer }) => outer)
    await client.query('insert into bench_annotation (image_id, document) values ($1, $2)', [
      imageId,
      JSON.stringify({ id, segmentation, area: area(shape), bbox: boxOf(shape) }),
    ])
  }
}
