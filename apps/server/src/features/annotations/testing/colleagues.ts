import { startApp } from '../../../testing/start-app.ts'

/** A square with a square hole: 1500 square pixels. */
export const ring = {
  rings: [
    [
      [10, 10, 50, 10, 50, 50, 10, 50],
      [20, 20, 20, 30, 30, 30, 30, 20],
    ],
  ],
}

/** Kim's dataset of two categories, which Lee annotates too. */
export async function withColleagues() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const lee = await started.given.user('lee')
  const dataset = await started.given.dataset(kim, {
    categories: ['disc', 'lesion'],
    sharedWith: [lee],
  })
  const [disc = 0, lesion = 0] = dataset.categoryIds
  return { ...started, kim, lee, dataset, disc, lesion }
}
