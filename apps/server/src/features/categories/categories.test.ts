import { expect, test } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { createCategory, listCategories, updateCategory } from '#contract/categories'
import { templateCategories } from '#contract/category-templates'

import { startApp } from '../../testing/start-app.ts'

const disc = {
  name: 'Disc',
  supercategory: 'nerve',
  color: '#1e88e5',
  keypoint_labels: ['nasal', 'temporal', 'centre'],
  keypoint_edges: [
    [1, 3],
    [2, 3],
  ] as [number, number][],
  keypoint_colors: ['#ff0000', '#00ff00', '#0000ff'],
}

async function withCategory() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const category = (await kim.call(createCategory, { body: disc })).body
  const change = (body: object) => kim.call(updateCategory, { params: { id: category.id }, body })
  return { ...started, kim, category, change }
}

test('a category is created with its keypoints and listed with its creator and its count', async () => {
  const { kim, given } = await withCategory()
  const dataset = await given.dataset(kim, { categories: ['Disc'] })
  const image = await given.image(kim, dataset)
  const [category_id = 0] = dataset.categoryIds
  const segmentation = [[1, 1, 9, 1, 9, 9]]
  await kim.call(createAnnotation, { body: { image_id: image.id, category_id, segmentation } })
  const { body } = await kim.call(listCategories)
  expect(body.pagination).toEqual({ page: 1, pages: 1, total: 1, limit: 50 })
  expect(body.categories).toMatchObject([
    { ...disc, id: category_id, metadata: {}, creator: 'kim', numberAnnotations: 1 },
  ])
})

test('a category without a colour gets its own', async () => {
  const { kim } = await withCategory()
  const colors = []
  for (const name of ['Cup', 'Fovea']) {
    colors.push((await kim.call(createCategory, { body: { name } })).body.color)
  }
  expect(new Set(colors).size).toBe(2)
})

test('a category stands for the structure that it is named like, unless it is said otherwise', async () => {
  const { kim, change } = await withCategory()
  const { body: fovea } = await kim.call(createCategory, { body: { name: 'Fovea' } })
  expect(fovea).toMatchObject({ role: 'fovea', keypoint_labels: ['fovea'] })
  const body = { name: 'Papilla', role: 'disc' as const }
  expect((await kim.call(createCategory, { body })).body.role).toBe('disc')
  expect((await change({ role: null })).body.role).toBeNull()
  expect((await change({ name: 'Optic disc' })).body.role).toBeNull()
})

test('categories of templates have their colours, and no other category has them', async () => {
  const { kim, given } = await withCategory()
  const names = templateCategories.map(({ words }) => words.ko)
  await given.dataset(kim, { categories: [...names, 'Mine', 'Ours'] })
  const { categories } = (await kim.call(listCategories)).body
  const colours = new Map(categories.map(({ name, color }) => [name, color]))
  for (const { words, color } of templateCategories) expect(colours.get(words.ko)).toBe(color)
  expect(new Set(colours.values()).size).toBe(categories.length)
})

test('values that a change omits stay as they are', async () => {
  const { change, category } = await withCategory()
  expect((await change({ name: 'Optic disc' })).body).toEqual({ ...category, name: 'Optic disc' })
  expect((await change({ metadata: { source: 'atlas' } })).body).toMatchObject({
    name: 'Optic disc',
    metadata: { source: 'atlas' },
    keypoint_edges: disc.keypoint_edges,
  })
})

test.each([
  ['a blank name', { name: '   ' }, 'name'],
  ['a colour that is none', { color: 'red' }, 'color'],
  ['a label twice', { keypoint_labels: ['nasal', 'nasal'], keypoint_edges: [] }, 'keypoint_labels'],
  ['an edge to itself', { keypoint_edges: [[2, 2]] }, 'keypoint_labels'],
  ['an edge to a label that is not there', { keypoint_edges: [[1, 4]] }, 'keypoint_labels'],
  ['labels that the stored edges do not fit', { keypoint_labels: ['one'] }, 'keypoint_labels'],
])('%s is refused and changes nothing', async (_, body, field) => {
  const { change, category } = await withCategory()
  const refused = await change(body)
  expect(refused.status).toBe(400)
  expect(refused.body.fields).toHaveProperty([field])
  expect((await change({})).body).toEqual(category)
})

test('a creator uses a name once; other users may use it too', async () => {
  const { kim, given } = await withCategory()
  const again = await kim.call(createCategory, { body: { name: 'disc' } })
  expect(again.status).toBe(409)
  expect(again.body.message).toBe('You already have a category named disc.')
  const lee = await given.user('lee')
  expect((await lee.call(createCategory, { body: { name: 'Disc' } })).status).toBe(201)
})

test('a member of the dataset sees the category, but only its creator or an admin changes it', async () => {
  const { kim, given, category } = await withCategory()
  const lee = await given.user('lee')
  const admin = await given.user('boss', { isAdmin: true })
  await given.dataset(kim, { categories: ['Disc'], sharedWith: [lee] })
  expect((await lee.call(listCategories)).body.categories).toMatchObject([{ id: category.id }])
  const params = { id: category.id }
  const refused = await lee.call(updateCategory, { params, body: { name: 'Mine' } })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe('Only kim or an administrator may change this category.')
  expect((await admin.call(updateCategory, { params, body: { name: 'Ours' } })).status).toBe(200)
})
