import { existsSync } from 'node:fs'
import path from 'node:path'

import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { notFound } from './problem.ts'
import { workerSecurityPolicy } from './security.ts'

/** Without a web app every unknown path is an unknown API call. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound('pageOrCall')
  })
}

/** Serves the built web app: its files, and its page for every path that is not a call. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw new Error(
      `The web app is not built (no index.html in ${folder}). Start with "npm start", which builds it.`,
    )
  }
  await app.register(staticFiles, {
    root: folder,
    wildcard: false,
    // The build writes each file a second and third time, compressed; see apps/web/build.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(response, file) {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`)
      void response.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      if (path.basename(file).startsWith('operations-worker')) {
        void response.header('content-security-policy', workerSecurityPolicy)
      }
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/')
    if (!isPage) throw notFound('pageOrCall')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
