import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withImages(images: readonly { name: string; folder?: string }[]) {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  for (const image of images) await given.image(kim, dataset, image)
  return { kim, dataset }
}

async function list(kim: Account, dataset: { id: number }, query: object) {
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
  return { ...body, names: body.images.map((image) => image.path) }
}

test('a folder has its own images and those below it, and not those of one whose name begins alike', async () => {
  const folders = ['a', 'a b', 'a-b', 'a/c', 'a/c/d', 'a/c-d', 'a0', 'b/x']
  const { kim, dataset } = await withImages(
    folders
      .map((folder, i) => ({ name: `${i}.png`, folder }))
      .concat({ name: 'top.png', folder: '' }),
  )
  const top = await list(kim, dataset, {})
  expect(top.subdirectories.toSorted()).toEqual(['a', 'a b', 'a-b', 'a0', 'b'])
  const a = await list(kim, dataset, { folder: 'a' })
  expect(a.names.toSorted()).toEqual(['a/0.png', 'a/c-d/5.png', 'a/c/3.png', 'a/c/d/4.png'])
  expect(a.subdirectories.toSorted()).toEqual(['c', 'c-d'])
  expect((await list(kim, dataset, { folder: 'a/c' })).subdirectories).toEqual(['d'])
  expect((await list(kim, dataset, { folder: 'b' })).subdirectories).toEqual(['x'])
  expect((await list(kim, dataset, { folder: 'a_' })).names).toEqual([])
})

test('pages join without a gap, from the first to the last, in both directions', async () => {
  const names = Array.from({ length: 11 }, (_, i) => `eye ${i + 1}.png`)
  const { kim, dataset } = await withImages(names.map((name) => ({ name })))
  for (const [order, expected] of [
    ['file_name', names],
    ['-file_name', names.toReversed()],
  ] as const) {
    const pages = []
    for (let page = 1; page <= 4; page++) {
      pages.push(...(await list(kim, dataset, { order, page, limit: 3 })).names)
    }
    expect(pages).toEqual(expected)
  }
})

test('what is contained in a name is found in small and capital letters, signs as they are', async () => {
  const { kim, dataset } = await withImages([
    { name: 'ÉTÉ_1.png' },
    { name: 'été 2.png'.normalize('NFD') },
    { name: 'other.png' },
  ])
  const find = async (text: string) =>
    (await list(kim, dataset, { file_name__icontains: text })).names
      .map((name) => name.normalize())
      .toSorted()
  expect(await find('Été')).toEqual(['ÉTÉ_1.png', 'été 2.png'])
  expect(await find('ÉT'.normalize('NFD'))).toHaveLength(2)
  expect(await find('é_')).toEqual(['ÉTÉ_1.png'])
  expect(await find('%')).toEqual([])
})
