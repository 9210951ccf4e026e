import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'

import { createDataset, shareDataset, type Dataset } from '#contract/datasets'
import { uploadImage, type Image } from '#contract/images'

import type { AppParts } from '../app.ts'
import { openSessions } from '../features/session/sessions.ts'
import { insertUser } from '../features/users/queries.ts'
import { sessionCookieName } from '../platform/http/cookies.ts'
import { hashPassword } from '../platform/password-hash.ts'
import { clientOf, type Client } from './client.ts'

export const goodPassword = 'Correct-Horse-7'

export interface Account extends Client {
  readonly id: number
  readonly username: string
}

/** Preconditions of tests; each creates the objects that it needs. */
export interface Given {
  /** An account with a session, started without the password: checking it costs more than most tests. */
  user(username?: string, options?: { isAdmin?: boolean; siteId?: number }): Promise<Account>
  dataset(
    owner: Client,
    options?: { name?: string; categories?: string[]; sharedWith?: Account[] },
  ): Promise<Dataset & { categoryIds: number[] }>
  image(
    owner: Client,
    dataset: { id: number },
    options?: { name?: string; folder?: string; width?: number; height?: number },
  ): Promise<Image>
}

/** The same for all tests: hashing is slow on purpose. */
const passwordHash = hashPassword(goodPassword)

export function givenIn(app: FastifyInstance, parts: AppParts): Given {
  const { db } = parts
  const sessions = openSessions({ ...parts, seconds: parts.sessionSeconds, emergencyAdmin: null })
  const cookieName = sessionCookieName(parts.http.secure)
  let count = 0
  return {
    async user(username = `user${(count += 1)}`, { isAdmin = false, siteId } = {}) {
      const { id } = await insertUser(db, {
        username,
        name: '',
        group: '',
        isAdmin,
        siteId: siteId ?? null,
        passwordHash: await passwordHash,
        hasTemporaryPassword: false,
      })
      const token = await sessions.start(db, id, { address: '127.0.0.1', userAgent: 'test' })
      return { ...clientOf(app, new Map([[cookieName, token]])), id, username }
    },

    async dataset(
      owner,
      { name = `dataset ${(count += 1)}`, categories = ['lesion'], sharedWith = [] } = {},
    ) {
      const created = await owner.call(createDataset, { body: { name, categories } })
      expectStatus(created, 201)
      const { id } = created.body
      if (sharedWith.length > 0) {
        const users = sharedWith.map((user) => user.username)
        expectStatus(await owner.call(shareDataset, { params: { id }, body: { users } }), 200)
      }
      // Not by the page's call: a test of the audit trail needs the first reading.
      const rows = await db.selectFrom('category').select(['id', 'name']).execute()
      const own = rows.filter((row) => created.body.categories.includes(row.id))
      const byName = new Map(own.map((row) => [row.name, row.id]))
      return {
        ...created.body,
        categoryIds: categories.map((category) => byName.get(category) ?? 0),
      }
    },

    async image(owner, dataset, { name, folder = '', width = 80, height = 60 } = {}) {
      const number = (count += 1)
      const content = await pngOf(width, height, number)
      const files = [{ name: name ?? `image_${number}.png`, content }]
      const answer = await owner.call(uploadImage, {
        query: { dataset_id: dataset.id, folder },
        files,
      })
      expectStatus(answer, 201)
      return answer.body.image
    },
  }
}

/** A small picture, different for each seed. */
export function pngOf(width: number, height: number, seed: number): Promise<Buffer> {
  const background = { r: (seed * 37) % 256, g: (seed * 101) % 256, b: (seed * 53) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

function expectStatus(answer: { status: number; body: unknown }, status: number): void {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
}
