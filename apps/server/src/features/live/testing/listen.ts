import { onTestFinished } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { LiveEvent } from '#contract/live'

import type { Account } from '../../../testing/given.ts'
import { startApp, type TestApp } from '../../../testing/start-app.ts'

/** An account, or a program with its access token. */
type Listener = Pick<Account, 'cookies'> & { readonly authorization?: string }

interface Wishes {
  readonly imageId?: number
  readonly lastEventId?: string
  readonly recentMs?: number
}

/** The events on an account's open stream. */
export async function listen(
  { app }: TestApp,
  account: Listener,
  { imageId, lastEventId, recentMs }: Wishes = {},
) {
  const address = app.server.listening ? app.listeningOrigin : await app.listen({ port: 0 })
  const gone = new AbortController()
  const cookie = [...account.cookies].map(([name, value]) => `${name}=${value}`).join()
  const query = new URLSearchParams({
    ...(imageId !== undefined && { image_id: String(imageId) }),
    ...(recentMs !== undefined && { recent_ms: String(recentMs) }),
  })
  const answer = await fetch(`${address}/api/events?${query.toString()}`, {
    headers: {
      cookie,
      ...(account.authorization && { authorization: account.authorization }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: gone.signal,
  })
  const heard: LiveEvent[] = []
  const state = { ended: false, lastId: '' }
  const reading = (async () => {
    let text = ''
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = new Map(block.split('\n').map((line) => partsOf(line)))
        state.lastId = lines.get('id') ?? state.lastId
        const data = lines.get('data')
        if (data !== undefined) heard.push(LiveEvent.parse(JSON.parse(data)))
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      state.ended = true
    })
  const leave = async (): Promise<void> => {
    gone.abort()
    await reading
  }
  onTestFinished(leave)
  return { status: answer.status, heard, leave, state }
}

function partsOf(line: string): [name: string, value: string] {
  const at = line.indexOf(': ')
  return [line.slice(0, at), line.slice(at + 2)]
}

/** An image in a dataset that kim shares with lee. */
export async function shared() {
  const started = await startApp()
  const [kim, lee] = [await started.given.user('kim'), await started.given.user('lee')]
  const dataset = await started.given.dataset(kim, { sharedWith: [lee] })
  const image = await started.given.image(kim, dataset)
  const annotate = () =>
    kim.call(createAnnotation, {
      body: { image_id: image.id, category_id: dataset.categoryIds[0] ?? 0 },
    })
  return { started, kim, lee, dataset, image, annotate }
}
