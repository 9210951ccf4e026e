import type { Page, Request } from '@playwright/test'

/** What a screen costs when it is opened for the first time: the calls of the server are not counted. */
export interface Weight {
  readonly requests: number
  /** Bytes over the wire, with the headers of the answers. */
  readonly bytes: number
  /** Bytes of the same files as they are without compression. */
  readonly unpacked: number
}

/** Opens an address with an empty cache and weighs its code and styles. */
export async function weigh(page: Page, address: string): Promise<Weight> {
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto(address, { waitUntil: 'networkidle' })
  const files = finished.filter((request) => !new URL(request.url()).pathname.startsWith('/api/'))
  const weights = await Promise.all(files.map(weighFile))
  return {
    requests: weights.length,
    bytes: sumOf(weights.map(({ bytes }) => bytes)),
    unpacked: sumOf(weights.map(({ unpacked }) => unpacked)),
  }
}

async function weighFile(request: Request): Promise<{ bytes: number; unpacked: number }> {
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  const answer = await request.response()
  const unpacked = (await answer?.body())?.length ?? 0
  return { bytes: responseBodySize + responseHeadersSize, unpacked }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
