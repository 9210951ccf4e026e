import { z } from 'zod'

import type { Provenance } from '#coco/licence'
import { message } from '#contract/messages/message'

import type { Outbound } from '../../platform/http/outbound.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'

/** An image found by the source. */
export interface OfferedImage {
  readonly fileName: string
  /** Address of its file. */
  readonly url: URL
  readonly bytes: number
  /** Empty if the source does not state it. */
  readonly licence: string
  /** Metadata to keep with the image. */
  readonly metadata: Provenance
}

const Text = z.object({ value: z.union([z.string(), z.number()]).transform(String) }).optional()
const Info = z.object({
  url: z.url(),
  descriptionurl: z.string().default(''),
  size: z.number(),
  extmetadata: z.object({ LicenseShortName: Text, LicenseUrl: Text, Artist: Text }).default({}),
})
const Page = z.object({
  title: z.string(),
  index: z.number().default(0),
  imageinfo: z.array(Info).default([]),
})
/** The answer of MediaWiki's search, https://www.mediawiki.org/wiki/API:Search, formatversion 2. */
const Answer = z.object({
  continue: z.object({ gsroffset: z.int() }).optional(),
  query: z.object({ pages: z.array(Page) }).optional(),
  error: z.object({ info: z.string() }).optional(),
})

const pageSize = 50
const patience = 30_000
const answerBytes = 8 * 2 ** 20
const longestText = 1000

interface Source {
  readonly outbound: Outbound
  /** Address of MediaWiki's API. */
  readonly address: string
  /** Wikimedia requires its callers to identify themselves. */
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** The first images that the source finds for a keyword. */
export async function searchImages(
  source: Source,
  keyword: string,
  limit: number,
): Promise<OfferedImage[]> {
  const found: OfferedImage[] = []
  let offset: number | undefined = 0
  while (offset !== undefined && found.length < limit) {
    source.signal.throwIfAborted()
    const url = searchAddress(source.address, { keyword, limit: limit - found.length, offset })
    const answer = await ask(source, url)
    const pages = (answer.query?.pages ?? []).toSorted((a, b) => a.index - b.index)
    found.push(...pages.flatMap(offeredBy))
    offset = answer.continue?.gsroffset
  }
  return found.slice(0, limit)
}

function searchAddress(
  address: string,
  { keyword, limit, offset }: { keyword: string; limit: number; offset: number },
): URL {
  const url = new URL(address)
  const query = {
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'search',
    // File pages, limited to raster pictures.
    gsrnamespace: '6',
    gsrsearch: `${keyword} filetype:bitmap`,
    gsrlimit: String(Math.min(limit, pageSize)),
    gsroffset: String(offset),
    prop: 'imageinfo',
    iiprop: 'url|size|extmetadata',
    iiextmetadatafilter: 'LicenseShortName|LicenseUrl|Artist',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

async function ask(source: Source, url: URL): Promise<z.output<typeof Answer>> {
  const { content } = await source.outbound.send(url, {
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': source.userAgent },
    milliseconds: patience,
    bytes: answerBytes,
  })
  const answer = Answer.safeParse(parseJson(content))
  const fault = answer.success ? answer.data.error?.info : answer.error.issues[0]?.message
  if (answer.success && fault === undefined) return answer.data
  const detail = (fault ?? '').slice(0, 200)
  throw new PermanentFailure(message('generate.unusable', { host: url.host, detail }))
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    return undefined
  }
}

function offeredBy({ title, imageinfo: [info] }: z.output<typeof Page>): OfferedImage[] {
  if (info === undefined) return []
  const { LicenseShortName, LicenseUrl, Artist } = info.extmetadata
  const licence = plainText(LicenseShortName?.value)
  const metadata = {
    licence,
    licence_url: plainText(LicenseUrl?.value),
    author: plainText(Artist?.value),
    source: info.descriptionurl === '' ? info.url : info.descriptionurl,
  }
  return [
    {
      fileName: fileNameOf(title),
      url: new URL(info.url),
      bytes: info.size,
      licence,
      metadata: Object.fromEntries(Object.entries(metadata).filter(([, text]) => text !== '')),
    },
  ]
}

/** A page's title without its namespace, made valid as a file name. */
function fileNameOf(title: string): string {
  const name = title.replace(/^[^:]*:/, '').replaceAll(/[/\\\p{Cc}]/gu, '_')
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length).replace(/^\.+/, '')
  // At most three bytes each, of the 255 that a name may have.
  return `${stem.slice(0, 70).toWellFormed()}${extension}`
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
}

/** Authors come as HTML, with links to their pages. */
function plainText(html = ''): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)
}
