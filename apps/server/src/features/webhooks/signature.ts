import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'whsec_'
const secretBytes = 32

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64')
}

interface Signed {
  /** The message's id, which is the same at every attempt. */
  readonly id: string
  readonly body: string
  /** Time of the attempt. */
  readonly at: Date
  /** Each adds a signature, so that receivers can change from one to the other. */
  readonly secrets: readonly string[]
}

/**
 * The headers of a signed message: HMAC-SHA256 over id, time and body
 * (Standard Webhooks 1.0, https://www.standardwebhooks.com).
 */
export function signatureHeaders({ id, body, at, secrets }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const content = `${id}.${seconds}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
