import type { MultiPolygon } from '#geometry/polygon'
import { clickModel } from '#retina/clicks/outline-clicks'
import type { Click } from '#retina/clicks/window'

import { PhotographError } from '../photograph/decode-picture.ts'
import type { PhotographSource } from '../photograph/wand.ts'
import { ClickedPhotograph } from './clicked-photograph.ts'
import { loadNetwork } from './network.ts'

export type ClicksRequest =
  /** The first request. */
  | { readonly kind: 'open'; readonly photograph: PhotographSource }
  | { readonly kind: 'outline'; readonly id: number; readonly clicks: readonly Click[] }

export interface Outlined {
  /** In image pixels; empty if nothing was found. */
  readonly area: MultiPolygon
  readonly model: { readonly name: string; readonly version: string }
}

export type ClicksMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'unusable' }
  | { readonly kind: 'answer'; readonly id: number; readonly outlined: Outlined }
  | { readonly kind: 'no photograph'; readonly id: number; readonly reason: string }

function tell(message: ClicksMessage): void {
  postMessage(message)
}

async function answer(
  photograph: ClickedPhotograph,
  { id, clicks }: Extract<ClicksRequest, { kind: 'outline' }>,
): Promise<void> {
  try {
    const area = await photograph.outline(clicks)
    tell({ kind: 'answer', id, outlined: { area, model: clickModel } })
  } catch (error) {
    if (error instanceof PhotographError) tell({ kind: 'no photograph', id, reason: error.message })
    else tell({ kind: 'unusable' })
  }
}

const network = loadNetwork()
let opened: ClickedPhotograph | null = null
let isClicked = false
/** The network does one computation at a time. */
let work: Promise<unknown> = Promise.resolve()

async function open(source: PhotographSource): Promise<void> {
  try {
    const photograph = new ClickedPhotograph(source, await network)
    opened = photograph
    tell({ kind: 'ready' })
    // The first click reports a failure.
    await photograph.prepare().catch(() => undefined)
    if (!isClicked) await photograph.rehearse().catch(() => undefined)
  } catch {
    tell({ kind: 'unusable' })
  }
}

addEventListener('message', ({ data }: MessageEvent<ClicksRequest>) => {
  isClicked ||= data.kind === 'outline'
  work = work.then(() => {
    if (data.kind === 'open') return open(data.photograph)
    return opened === null ? undefined : answer(opened, data)
  })
})
