import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { getEvents, LiveEvent, longestRecentMs } from '#contract/live'

import { addressOf } from './address.ts'
import { parseJson } from './call-error.ts'

type Listener = (event: LiveEvent) => void
export type StreamState = 'closed' | 'connecting' | 'open' | 'lost'

/** Milliseconds between attempts to connect again: doubled each time, up to half a minute. */
const firstDelay = 1000
const longestDelay = 30_000
const soonest = 500
/** Added to the time that the stream looks back, in milliseconds: longer than a request is under way. */
const marginMs = 10_000

const listeners = new Set<Listener>()
const stateListeners = new Set<() => void>()
let state: StreamState = 'closed'
let source: EventSource | undefined
let attempt: ReturnType<typeof setTimeout> | undefined
let failures = 0
let openings = 0
let wanted = false
let annotating: number | null = null
let onMissed: (() => void) | undefined
/**
 * The time since which events may have been missed, by `performance.now`: at first the time at which the
 * page began to load. Undefined if nobody knows, because a connection broke.
 */
let missedSince: number | undefined = 0
/**
 * The server's ids for the streams of this page, including broken ones, of which the server may not know yet.
 */
const ownStreams = new Set<string>()

function setState(next: StreamState): void {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

function connect(): void {
  disconnect()
  setState(failures === 0 ? 'connecting' : 'lost')
  const recentMs = lookBackMs()
  const query = {
    ...(annotating !== null && { image_id: annotating }),
    ...(recentMs !== undefined && { recent_ms: recentMs }),
  }
  source = new EventSource(addressOf(getEvents, { query }))
  source.addEventListener('open', () => {
    failures = 0
    openings += 1
    missedSince = undefined
    setState('open')
    if (recentMs === undefined) onMissed?.()
  })
  source.addEventListener('error', reconnectLater)
  for (const type of ['message', ...LiveEvent.options.map((option) => option.shape.type.value)]) {
    source.addEventListener(type, deliver)
  }
}

/** How far the next stream has to look back, in milliseconds; undefined if too far. */
function lookBackMs(): number | undefined {
  if (missedSince === undefined) return undefined
  const milliseconds = Math.ceil(performance.now() - missedSince) + marginMs
  return milliseconds > longestRecentMs ? undefined : milliseconds
}

function connectAfterLoss(): void {
  missedSince = undefined
  connect()
}

function disconnect(): void {
  clearTimeout(attempt)
  source?.close()
  source = undefined
}

function reconnectLater(): void {
  missedSince = undefined
  disconnect()
  setState('lost')
  const delay = Math.min(longestDelay, firstDelay * 2 ** failures)
  failures += 1
  attempt = setTimeout(connect, delay * (0.75 + Math.random() / 2))
}

/** The server process stops; all its streams should not come to the next one at the same moment. */
function reconnectSoon(): void {
  missedSince = performance.now()
  disconnect()
  attempt = setTimeout(connect, Math.random() * soonest)
}

function deliver(message: MessageEvent<string>): void {
  const event = LiveEvent.safeParse(parseJson(message.data))
  if (!event.success) return
  if (event.data.type === 'reconnect') {
    reconnectSoon()
    return
  }
  if (event.data.type === 'reload') onMissed?.()
  if (event.data.type === 'stream') ownStreams.add(event.data.id)
  for (const listener of listeners) listener(event.data)
}

/**
 * Opens the stream and keeps it open until the returned function is called. It begins with the events
 * since the page began to load, and calls `missed` if the server does not know all of them.
 */
export function openLiveStream(missed: () => void): () => void {
  wanted = true
  onMissed = missed
  connect()
  // A stream opened before the network was lost may look open but deliver nothing.
  globalThis.addEventListener('online', connectAfterLoss)
  return () => {
    globalThis.removeEventListener('online', connectAfterLoss)
    wanted = false
    failures = 0
    missedSince = undefined
    disconnect()
    setState('closed')
  }
}

export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether it is or was a stream of this page, not of another tab or browser. */
export function isOwnStream(id: string): boolean {
  return ownStreams.has(id)
}

function onStreamState(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(onStreamState, () => state)
}

/** Number of times the stream was opened: a new number means that the server is reachable again. */
export function useStreamOpenings(): number {
  return useSyncExternalStore(onStreamState, () => openings)
}

/** Does something that has failed again when the server is reached again. */
export function useRetryOnReturn(hasFailed: boolean, retry: () => void): void {
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!hasFailed) return undefined
    return onStreamState(() => {
      if (state === 'open') again()
    })
  }, [hasFailed])
}

/**
 * Announces that the user annotates this image, for as long as the caller is mounted.
 * @param readAt the time of the request for the image, by `performance.now`; the stream begins there
 */
export function usePresence(imageId: number, readAt: number): void {
  const begin = useEffectEvent((id: number) => setAnnotating(id, readAt))
  useEffect(() => {
    begin(imageId)
    return () => setAnnotating(null, performance.now())
  }, [imageId])
}

/** Connects again, although nothing is broken. */
function setAnnotating(imageId: number | null, since: number): void {
  annotating = imageId
  if (!wanted) return
  if (state === 'open') missedSince = since
  else if (missedSince !== undefined) missedSince = Math.min(missedSince, since)
  connect()
}
