import sharp from 'sharp'

import { getDatasetData } from '#contract/datasets'
import { uploadImage } from '#contract/images'

import type { NetworkClient } from '../http-client.ts'

/** The two who work in the installation. */
export interface People {
  readonly kim: NetworkClient
  readonly lee: NetworkClient
}

/** A port without a listener, so that sendings wait. */
export const closedPort = 9

/** Uploads a file to its path in the dataset. @returns the id of the image */
export async function upload(
  client: NetworkClient,
  dataset: number,
  file: string,
  content: Uint8Array,
): Promise<number> {
  const [name = '', ...folders] = file.split('/').toReversed()
  const query = { dataset_id: dataset, folder: folders.toReversed().join('/') }
  return (await client.call(uploadImage, { query, file: { name, content } })).image.id
}

/** The id of a category of the dataset. */
export async function categoryId(
  client: NetworkClient,
  dataset: number,
  name: string,
): Promise<number> {
  const { categories } = await client.call(getDatasetData, { params: { id: dataset } })
  const found = categories.find((category) => category.name === name)
  if (found === undefined) throw new Error(`There is no category ${name}.`)
  return found.id
}

function pictureOf(width: number, height: number, seed: number) {
  const background = { r: seed * 20, g: 90, b: 40 }
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A picture of one colour, which is another for each seed. */
export const pngOf = (width: number, height: number, seed: number): Promise<Buffer> =>
  pictureOf(width, height, seed).png().toBuffer()

export const tiffOf = (width: number, height: number): Promise<Buffer> =>
  pictureOf(width, height, 5).tiff().toBuffer()
