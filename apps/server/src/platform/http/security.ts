import { isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

import { message } from '#contract/messages/message'

import { Problem } from './problem.ts'

/** The policy of every page and response: nothing inline, no other origins, no evaluation. */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'worker-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/**
 * For the scripts of the workers that run WebAssembly, by the start of their file names. The glue of one
 * of them evaluates code. Pages stay strict.
 */
export const workerSecurityPolicies: Readonly<Record<string, string>> = {
  'operations-worker':
    "default-src 'none'; script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval'; connect-src 'self'",
  'clicks-worker': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
}

/**
 * Refuses a state-changing request from another site's page (cross-site request forgery). Browsers send
 * Sec-Fetch-Site, older ones Origin; programs send neither.
 */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite()
  const { origin } = request.headers
  if (origin !== undefined && hostOf(origin) !== request.headers.host) throw crossSite()
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}

function crossSite(): Problem {
  return new Problem('unsafe_request', message('requests.otherSite'))
}

/**
 * Whether the Host header is an address or one of the names. Another site's page can point its own
 * name at this server (DNS rebinding) and then has the same origin, but it cannot change that name.
 */
export function isKnownHost(request: FastifyRequest, names: readonly string[]): boolean {
  const address = `http://${request.headers.host ?? ''}`
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 || names.includes(hostname)
}

export function unknownHost(): Problem {
  return new Problem('unsafe_request', message('requests.unknownHost'))
}
