import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { onTestFinished } from 'vitest'

import { WebhookMessage } from '#contract/webhooks'

interface Received {
  readonly id: string
  readonly message: WebhookMessage
  /** The secrets, among the known ones, with which it is signed. */
  readonly signedWith: readonly string[]
}

/** A program that receives events and checks signatures with code of its own. */
export async function startReceiver() {
  const received: Received[] = []
  const secrets: string[] = []
  const state = {
    answer: (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(204).end()
    },
  }
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    const signedWith = secrets.filter((secret) => isSigned(request, body, secret))
    received.push({ id, message: WebhookMessage.parse(JSON.parse(body)), signedWith })
    state.answer(request, response)
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, secrets, state, host, url: `http://${host}/events` }
}

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const time = Number(headers['webhook-timestamp'])
  if (Math.abs(Date.now() / 1000 - time) > 300) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${String(headers['webhook-id'])}.${time}.${body}`
  const expected = createHmac('sha256', key).update(content).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const [version, value = ''] = signature.split(',')
      const given = Buffer.from(value, 'base64')
      return version === 'v1' && given.length === 32 && timingSafeEqual(given, expected)
    })
}
