import sharp from 'sharp'
import { expect, test } from 'vitest'

import type { MeasuredPlaces } from '#retina/calibres/same-places'

import { analysed } from '../../testing/analysed.ts'
import { withImages } from '../../testing/images-to-analyse.ts'
import { findEarlierVisit } from './earlier-visit.ts'

const places: MeasuredPlaces = {
  discDiameterPx: 100,
  circles: { crae: [], crve: [], craeZoneC: [], crveZoneC: [] },
}

test('the first visit of the eye whose calibres were measured is the one to compare with', async () => {
  const contents = await Promise.all(
    ['red', 'orange', 'yellow', 'green', 'blue', 'black'].map((background) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const { db, ids } = await withImages(contents, { works: false })
  const [first = 0, second = 0, third = 0, other = 0, unmeasured = 0, now = 0] = ids
  const state = (id: number, stated: object) =>
    db
      .updateTable('image')
      .set({ patient_id: 'P-1', laterality: 'R', ...stated })
      .where('id', '=', id)
      .execute()
  await state(first, { study_date: '2023-01-02', laterality: null })
  await state(second, { study_date: '2024-01-02' })
  await state(third, { study_date: '2021-01-02', laterality: 'L' })
  await state(other, { study_date: '2021-01-02', patient_id: 'P-2' })
  await state(unmeasured, { study_date: '2020-01-02' })
  await state(now, { study_date: '2026-01-02' })
  for (const id of [first, second, third, other, now]) {
    await analysed(db, id)
    await db
      .updateTable('analysis')
      .set({ places: JSON.stringify(places) })
      .where('image_id', '=', id)
      .execute()
  }
  const found = async (id = now) => {
    const image = await db
      .selectFrom('image')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return findEarlierVisit(db, image)
  }
  expect(await found()).toMatchObject({ image: { id: first, study_date: '2023-01-02' }, places })
  // Of an eye that is not stated: the vessels tell whether it is the same.
  expect((await found(first))?.image.id).toBe(third)
  expect(await found(third)).toBeUndefined()
  await state(first, { deleted_at: new Date() })
  expect((await found())?.image.id).toBe(second)
  await state(now, { study_date: null })
  expect(await found()).toBeUndefined()
  await state(now, { study_date: '2026-01-02', patient_id: ' ' })
  expect(await found()).toBeUndefined()
})
