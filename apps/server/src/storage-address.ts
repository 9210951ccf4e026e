import { z } from 'zod'

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const parameters: ReadonlySet<string> = new Set(['region', 'endpoint'])

/** Reads `s3://bucket/prefix?region=…&endpoint=…`, or returns the reason why it is not such an address. */
function parse(text: string) {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:') return { why: 'is an address like s3://bucket/prefix?region=…' }
  if (url.username !== '' || url.password !== '') {
    return { why: 'must not contain keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' }
  }
  if (!bucketName.test(url.host)) return { why: `names no bucket: ${url.host} cannot be one` }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined || url.hash !== '') {
    return { why: `has only the parameters region and endpoint, not ${unknown ?? url.hash}` }
  }
  const folders = decodeURIComponent(url.pathname).split('/').filter(Boolean)
  if (folders.some((name) => name.startsWith('.'))) return { why: 'has a prefix with hidden names' }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isWebOrigin(endpoint)) {
    return { why: `has an endpoint that is no address like https://store.example.org: ${endpoint}` }
  }
  return {
    bucket: url.host,
    prefix: folders.map((name) => `${name}/`).join(''),
    region: url.searchParams.get('region') ?? undefined,
    endpoint,
  }
}

function isWebOrigin(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

/** A part of a bucket; undefined are the region of the environment and Amazon's endpoint. */
export const StorageAddress = z.string().transform((text, context) => {
  const address = parse(text)
  if (!('why' in address)) return address
  context.addIssue({ code: 'custom', message: address.why })
  return z.NEVER
})
export type StorageAddress = z.output<typeof StorageAddress>
