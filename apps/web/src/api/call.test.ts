import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { getCurrentUser, login, logout } from '#contract/account'
import { createDataset, getDatasetData } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import { healthcheck } from '#contract/info'
import { deleteForGood } from '#contract/undo'

import { CallError } from './call-error.ts'
import { call } from './call.ts'
import { onSessionEvent } from './session-events.ts'

/** A server in place of the network: answers as the test specifies, and records requests. */
function serve(answer: (init: RequestInit) => Response | Promise<Response>) {
  const requests: { address: string; method: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push({
      address,
      method: String(init.method),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    })
    return answer(init)
  })
  return requests
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init)
const asBlob = (body: unknown) => Promise.resolve(new Blob([JSON.stringify(body)]))
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The beginning of a content whose connection then breaks. */
const brokenOff = (beginning: string) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(beginning))
      controller.error(new TypeError('network error'))
    },
  })

let events: string[] = []
let stops: (() => void)[] = []

beforeEach(() => {
  events = []
  stops = [
    onSessionEvent('session-activity', () => events.push('activity')),
    onSessionEvent('session-renewed', (lifetime) => events.push(`renewed ${lifetime}`)),
    onSessionEvent('session-ended', () => events.push('ended')),
  ]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a call', () => {
  test('goes to the contract’s address with its query and returns the parsed response', async () => {
    const requests = serve(() => json({ status: 'ok', extra: 1 }))
    expect(await call(healthcheck, { query: { poll: 'true' } })).toEqual({ status: 'ok' })
    expect(requests).toEqual([
      { address: '/api/healthcheck?poll=true', method: 'GET', body: undefined },
    ])
  })

  test('sends its body as JSON', async () => {
    const requests = serve(() => json({}, { status: 500 }))
    await caught(call(createDataset, { body: { name: 'a', categories: ['b'] } }))
    expect(requests[0]?.body).toEqual({ name: 'a', categories: ['b'] })
  })

  test('sends a body that somebody else writes', async () => {
    const requests = serve(() => json({}, { status: 500 }))
    await caught(call(createDataset, { body: { name: 'a', categories: [] }, write: asBlob }))
    const sent = requests[0]?.body
    expect(sent).toBeInstanceOf(Blob)
    expect(JSON.parse(await (sent as Blob).text())).toEqual({ name: 'a', categories: [] })
  })

  test('reports activity, with the session lifetime in the response', async () => {
    serve(() => json({ status: 'ok' }, { headers: { 'x-session-lifetime': '3599' } }))
    await call(healthcheck)
    expect(events).toEqual(['activity', 'renewed 3599'])
  })

  test('fails with the server’s problem', async () => {
    const current = { id: 3 }
    const told = { message: 'Taken.', key: 'datasets.exists', params: {} }
    const body = {
      code: 'name_taken',
      ...told,
      fields: { name: 'Taken.' },
      field_messages: { name: { key: told.key, params: {} } },
      current,
    }
    serve(() => json(body, { status: 409 }))
    const error = await caught(call(createDataset, { body: { name: 'a' } }))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      ...told,
      status: 409,
      code: 'name_taken',
      current,
      fieldMessages: { name: told },
    })
  })

  test('fails readably if a proxy answers with a page', async () => {
    serve(() => new Response('<html>502 Bad Gateway</html>', { status: 502 }))
    const error = await caught(call(healthcheck))
    expect(error).toMatchObject({ status: 502, code: 'unexpected_answer' })
  })

  test('fails if the response breaks the contract', async () => {
    serve(() => json({ images: 'none' }))
    const error = await caught(call(getDatasetData, { params: { id: 1 } }))
    expect(error).toMatchObject({ code: 'unexpected_answer' })
  })

  test('fails as unreachable if no response arrives', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await caught(call(healthcheck))).toMatchObject({ status: 0, code: 'unreachable' })
  })

  test('fails as unreachable if the connection breaks in the middle of the response', async () => {
    for (const status of [200, 500]) {
      serve(() => new Response(brokenOff('{"status":'), { status }))
      expect(await caught(call(healthcheck))).toMatchObject({ status: 0, code: 'unreachable' })
    }
  })

  test('fails if a proxy answers with a page as if all were well', async () => {
    serve(() => new Response('<html>Sign in to the network</html>'))
    expect(await caught(call(healthcheck))).toMatchObject({ code: 'unexpected_answer' })
  })

  test('that its caller cancels is no failure of the server', async () => {
    const stop = new AbortController()
    serve((init) => {
      stop.abort()
      init.signal?.throwIfAborted()
      return json({ status: 'ok' })
    })
    const error = await caught(call(healthcheck, { signal: stop.signal }))
    expect(error).not.toBeInstanceOf(CallError)
    expect(error).toMatchObject({ name: 'AbortError' })
  })

  test('waits ten seconds, an upload two minutes, or as long as the endpoint specifies', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    serve(() => json({ success: true, sign_out_url: null }))
    await call(logout)
    await call(deleteForGood, { query: { id: 1, instance: 'dataset' } })
    expect(limit.mock.calls).toEqual([[10_000], [120_000]])
    expect(uploadImage.seconds).toBe(120)
    limit.mockRestore()
  })
})

describe('an answer of 401', () => {
  const refusal = { code: 'not_signed_in', message: 'Sign in first.' }

  test('ends the session if the call needs one', async () => {
    serve(() => json(refusal, { status: 401 }))
    await caught(call(getCurrentUser))
    expect(events).toContain('ended')
  })

  test('leaves the session alone if anybody may call', async () => {
    serve(() => json({ ...refusal, code: 'wrong_credentials' }, { status: 401 }))
    await caught(call(login, { body: { username: 'a', password: 'b' } }))
    expect(events).toEqual(['activity'])
  })
})
