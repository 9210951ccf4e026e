import { readdir } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { uploadImages } from '#contract/images'
import { listReleases, startRelease } from '#contract/releases'
import { listTasks } from '#contract/tasks'

import { givenFundus, killTwice } from './killed-twice.ts'

test(
  'a release whose server is killed twice in the middle is made once, and leaves nothing else',
  { timeout: 240_000 },
  async () => {
    const { fovea, kim, dataset } = await givenFundus()
    for (let number = 0; number < 24; number += 1) {
      const noise = { type: 'gaussian', mean: 60 + number, sigma: 20 } as const
      const create = { width: 900, height: 900, channels: 3, background: 'black', noise } as const
      const content = await sharp({ create }).jpeg().toBuffer()
      const file = { name: `eye-${number}.jpg`, content }
      await kim.call(uploadImages, { query: { dataset_id: dataset.id }, file })
    }
    const params = { id: dataset.id }
    const body = { title: 'First', shares: { train: 50, validation: 0, test: 50 }, seed: 3 }
    const task = await kim.call(startRelease, { params, body: { ...body, longest_side: 900 } })
    const progress = async () =>
      (await kim.call(listTasks)).find(({ id }) => id === task.id)?.progress ?? 0
    await killTwice(fovea, progress)
    expect((await kim.finished(task.id)).status).toBe('succeeded')
    expect(await kim.call(listReleases, { params })).toMatchObject([
      { number: 1, counts: { images: 24 } },
    ])
    const files = async (folder: string) =>
      (await readdir(path.join(fovea.dataFolder, folder), { recursive: true })).filter((name) =>
        /\.(zip|part)$/u.test(name),
      )
    expect(await files('exports')).toHaveLength(1)
    expect(await files('temporary')).toEqual([])
  },
)
