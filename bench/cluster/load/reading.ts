import { setTimeout as sleep } from 'node:timers/promises'

import { getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { getImage } from '#contract/images'
import { getEvents } from '#contract/live'

import { signedIn } from '../../../tests/http-client.ts'
import { pause, type Study } from './study.ts'

/** Somebody goes through the list, and opens one image after the other. */
export async function reading(study: Study): Promise<() => Promise<void>> {
  const reader = await study.person('reading')
  return async () => {
    for (let i = 0; ; i += 1) {
      const id = study.images[i % study.images.length] ?? 0
      await reader.call(getDatasetData, { params: { id: study.uploads }, query: { limit: 20 } })
      await reader.call(getAnnotatorData, { params: { id } })
      await reader.call(getImage, { params: { id }, query: { width: 1024 } })
      await pause(study)
    }
  }
}

/** A page that hears of changes, and connects again when its stream breaks. */
export interface Listener {
  /** When it last heard of something. */
  heardAt(): number
  run(): Promise<void>
}

const reconnectMs = 1000

export async function listening(study: Study): Promise<Listener> {
  const { over } = study
  let heard = 0
  // A stream is read as it comes: the people of the load wait for whole answers.
  const page = await signedIn(study.address, 'kim', (url, init) =>
    fetch(url, { ...init, signal: over }),
  )
  async function hear(): Promise<void> {
    const stream = await page.call(getEvents)
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (chunk.includes('data: {"type":"annotation"')) heard = performance.now()
  }
  return {
    heardAt: () => heard,
    async run() {
      while (!over.aborted) {
        await hear().catch(() => undefined)
        await sleep(reconnectMs, undefined, { signal: over })
      }
    },
  }
}
