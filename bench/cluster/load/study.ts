import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'
import sharp from 'sharp'

import { createDataset } from '#contract/datasets'
import { setFields } from '#contract/fields'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import { uploadImage } from '#contract/images'
import { addSender } from '#contract/pacs'

import type { NetworkClient } from '../../../tests/http-client.ts'
import { stationTitle } from '../../../tests/station.ts'
import { personAt, type Waits } from './people.ts'

/** What the people of a load work at. */
export interface Study {
  /** A dataset with images that are read, and a category. */
  readonly readings: number
  readonly images: readonly number[]
  readonly category: number
  /** Datasets that are uploaded to, analysed and sent to. */
  readonly uploads: number
  readonly analyses: number
  readonly arrivals: number
  /** Somebody who does this from now on. */
  person(activity: string): Promise<NetworkClient>
  /** Rows of two columns, key and count, by keys. */
  counted(statement: string): Promise<ReadonlyMap<string, number>>
  readonly address: string
  readonly dicomPort: number
  /** A folder for files. */
  readonly folder: string
  readonly waits: Waits
  /** Ends the load. */
  readonly over: AbortSignal
}

const imageCount = 8

type Place = Pick<Study, 'address' | 'dicomPort' | 'folder' | 'waits' | 'over'> & {
  /** Works with the database while it is healthy. */
  readonly withDatabase: <T>(work: (client: Client) => Promise<T>) => Promise<T>
}

export async function givenStudy({ withDatabase, ...place }: Place): Promise<Study> {
  let people = 0
  const person = (activity: string): Promise<NetworkClient> => {
    people += 1
    return personAt(place.address, { ...place, name: `${activity} ${people}`, activity })
  }
  const owner = await person('preparing')
  const made = async (name: string): Promise<{ id: number; categories: readonly number[] }> =>
    owner.call(createDataset, { body: { name, categories: ['Drusen'] } })
  const { id, categories } = await made('Readings')
  await owner.call(setFields, {
    params: { id },
    body: { fields: [drGrade, comment], replaces: {} },
  })
  const images: number[] = []
  for (let i = 0; i < imageCount; i += 1) images.push(await upload(owner, id))
  const [uploads, analyses, arrivals] = [
    await made('Uploads'),
    await made('Analyses'),
    await made('Arrivals'),
  ]
  const body = { ae_title: stationTitle, address: '127.0.0.1', dataset_id: arrivals.id }
  await owner.call(addSender, { body })
  return {
    ...place,
    readings: id,
    images,
    category: categories[0] ?? 0,
    uploads: uploads.id,
    analyses: analyses.id,
    arrivals: arrivals.id,
    person,
    async counted(statement) {
      const rows = await withDatabase((client) =>
        client.query<{ key: string | number; count: string | number }>(statement),
      )
      return new Map(rows.rows.map(({ key, count }) => [String(key), Number(count)]))
    },
  }
}

/** @returns the image's id */
export async function upload(
  by: NetworkClient,
  dataset: number,
  content?: Buffer,
): Promise<number> {
  const file = { name: `${randomUUID()}.png`, content: content ?? (await picture()) }
  const { image } = await by.call(uploadImage, { query: { dataset_id: dataset }, file })
  return image.id
}

/** A picture that no other is equal to. */
export function picture(): Promise<Buffer> {
  const [width, height, channels] = [160, 120, 3] as const
  const data = Buffer.alloc(width * height * channels, 90)
  randomBytes(600).copy(data, data.length / 2)
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer()
}

/** Between two things that somebody does. */
export async function pause({ over }: Study): Promise<void> {
  await sleep(500 + 1000 * Math.random(), undefined, { signal: over })
}
