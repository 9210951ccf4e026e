import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Site } from './build-site.ts'
import { handbookRoot } from './contents.ts'
import { notFoundDocument, pageDocument, searchDocument } from './page.ts'

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
 * It is built when somebody first asks for it, so that no start of the server pays for it.
 */
export function serveHandbook(app: FastifyInstance, product: string): void {
  const site = builtOnce()

  app.get<{ Params: { name: string } }>(`${handbookRoot}/assets/:name`, ({ params }, reply) =>
    sendFile(reply, assets.get(params.name)),
  )
  app.get<{ Params: { '*': string } }>(`${handbookRoot}/files/*`, async ({ params }, reply) => {
    const { files } = await site()
    return sendFile(reply, files.has(params['*']) ? params['*'] : undefined)
  })
  app.get<{ Querystring: { q?: string | string[]; language?: string } }>(
    `${handbookRoot}/search`,
    async ({ query: asked }, reply) => {
      const built = await site()
      const query = String(asked.q ?? '')
      const language = asked.language === 'ko' ? 'ko' : 'en'
      const found = built.search(query, language)
      const document = searchDocument(found, { query, language, site: built, product })
      return sendDocument(reply, document)
    },
  )
  const sendPage = async (address: string, reply: FastifyReply): Promise<FastifyReply> => {
    const built = await site()
    const page = built.pages.get(address)
    if (page !== undefined) return sendDocument(reply, pageDocument(page, built, product))
    return sendDocument(reply.code(404), notFoundDocument(built.chapters.en, product))
  }
  app.get(handbookRoot, (_request, reply) => sendPage('', reply))
  app.get<{ Params: { '*': string } }>(`${handbookRoot}/*`, ({ params }, reply) =>
    sendPage(params['*'].replace(/\/$/, ''), reply),
  )
}

/** Builds the site at the first call, and again at the next one after a failure. */
function builtOnce(): () => Promise<Site> {
  let building: Promise<Site> | null = null
  return async () => {
    building ??= import('./build-site.ts').then(({ buildSite }) => buildSite(checkout))
    try {
      return await building
    } catch (error) {
      building = null
      throw error
    }
  }
}

function sendDocument(reply: FastifyReply, document: string): FastifyReply {
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').compress(document)
  return reply
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
