import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'

import { log } from '../../platform/log.ts'
import type { Site } from './build-site.ts'
import { handbookRoot } from './contents.ts'
import { noteDocument, pageDocument, searchDocument } from './page.ts'

/** The checkout, whose pages the handbook shows. */
const checkout = path.join(import.meta.dirname, '../../../../..')

const assets: ReadonlyMap<string, string> = new Map([
  ['handbook.css', 'apps/server/src/features/handbook/assets/handbook.css'],
  ['handbook.js', 'apps/server/src/features/handbook/assets/handbook.js'],
  ['colour-scheme.js', 'apps/web/public/colour-scheme.js'],
  ['mark.svg', 'apps/web/src/ui/mark.svg'],
])

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.json': 'application/json',
}

/**
 * Serves the handbook at /docs to everybody: the pages of the repository, its pictures and a search.
 * It is built once the server listens, so that the start does not wait for it.
 */
export function serveHandbook(app: FastifyInstance, product: string): void {
  let site: Site | null = null
  let building: Promise<void> | null = null
  const build = async (): Promise<void> => {
    const { buildSite } = await import('./build-site.ts')
    site = await buildSite(checkout)
  }
  const begin = (): void => {
    building ??= build().catch((error: unknown) => {
      log.error('The handbook could not be built.', error)
      building = null
    })
  }
  app.addHook('onListen', begin)

  app.get<{ Params: { name: string } }>(`${handbookRoot}/assets/:name`, ({ params }, reply) =>
    sendFile(reply, assets.get(params.name)),
  )
  app.get<{ Params: { '*': string } }>(`${handbookRoot}/files/*`, ({ params }, reply) =>
    sendFile(reply, site?.files.has(params['*']) === true ? params['*'] : undefined),
  )
  app.get<{ Querystring: { q?: string | string[]; language?: string } }>(
    `${handbookRoot}/search`,
    ({ query: asked }, reply) => {
      if (site === null) {
        notReady(reply)
        return
      }
      const query = String(asked.q ?? '')
      const language = asked.language === 'ko' ? 'ko' : 'en'
      const found = site.search(query, language)
      sendDocument(reply, searchDocument(found, { query, language, site, product }))
    },
  )
  const sendPage = (address: string, reply: FastifyReply): void => {
    if (site === null) {
      notReady(reply)
      return
    }
    const page = site.pages.get(address)
    const chapters = site.chapters.en
    if (page === undefined) {
      sendDocument(reply.code(404), noteDocument('notFound', { chapters, product }))
    } else sendDocument(reply, pageDocument(page, site, product))
  }
  const notReady = (reply: FastifyReply): void => {
    begin()
    const note = noteDocument('notReady', { chapters: [], product })
    sendDocument(reply.code(503).header('retry-after', 1), note)
  }
  app.get(handbookRoot, (_request, reply) => {
    sendPage('', reply)
  })
  app.get<{ Params: { '*': string } }>(`${handbookRoot}/*`, ({ params }, reply) => {
    sendPage(params['*'].replace(/\/$/, ''), reply)
  })
}

function sendDocument(reply: FastifyReply, document: string): void {
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').compress(document)
}

/** Sends a file of the checkout; one that the handbook does not have is answered with 404. */
async function sendFile(reply: FastifyReply, file: string | undefined): Promise<FastifyReply> {
  if (file === undefined) return reply.code(404).send()
  const content = await readFile(path.join(checkout, file))
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type(types[path.extname(file)] ?? 'text/plain; charset=utf-8')
    .send(content)
}
