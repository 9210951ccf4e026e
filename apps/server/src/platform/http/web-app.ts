import { existsSync } from 'node:fs'
import path from 'node:path'

import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isScreenPath } from '#contract/screens'

import { notFound } from './problem.ts'
import { workerSecurityPolicies } from './security.ts'

/** Without a web app every unknown path is an unknown API call. */
export function refuseUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound('pageOrCall')
  })
}

/** Serves the built web app: its files, and its page for the address of each screen. */
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
      const policy = workerPolicyOf(path.basename(file))
      if (policy !== undefined) void response.header('content-security-policy', policy)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (!mayBePage(request)) throw notFound('pageOrCall')
    // The page of an unknown address explains that there is none.
    return reply
      .code(isScreenPath(pathOf(request)) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile('index.html')
  })
}

function workerPolicyOf(file: string): string | undefined {
  return Object.entries(workerSecurityPolicies).find(([name]) => file.startsWith(name))?.[1]
}

/** False for calls, for missing and hidden files, and for callers that expect something else than a page. */
function mayBePage(request: FastifyRequest): boolean {
  const address = pathOf(request)
  const accepted = request.headers.accept ?? '*/*'
  return (
    request.method === 'GET' &&
    !/^\/(?:api|assets)\//.test(address) &&
    !/\/(?:\.|%2e)/i.test(address) &&
    /text\/html|\*\/\*/i.test(accepted)
  )
}

function pathOf({ url }: FastifyRequest): string {
  return url.replace(/[?#].*$/s, '')
}
