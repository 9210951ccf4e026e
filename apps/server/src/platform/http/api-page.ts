import { message } from '#contract/messages/message'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { endpoints, sharedSchemas } from '#contract/endpoints'
import { openApi } from '#contract/openapi'

import type { Authenticator } from './actor.ts'
import { readSessionCookie, sessionCookieName } from './cookies.ts'
import { refuseBeforeDuty } from './duties.ts'
import { Problem } from './problem.ts'

/** Registers the description of the API that the page shows. */
export async function describeApi(
  app: FastifyInstance,
  about: { name: string; version: string; secure: boolean },
): Promise<void> {
  const document = openApi({
    title: `${about.name} API`,
    version: about.version,
    sessionCookie: sessionCookieName(about.secure),
    endpoints,
    schemas: sharedSchemas,
  })
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
}

/**
 * Serves the page at /api; for administrators, or for everyone if sign-in is switched off. Other
 * browsers are redirected to a page that says so.
 */
export async function serveApiPage(
  app: FastifyInstance,
  authenticator: Authenticator,
): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/api',
    // Hides the top bar, which shows another product's name.
    uiConfig: { layout: 'BaseLayout' },
    theme: { title: 'API' },
    uiHooks: {
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        const caller = await authenticator.authenticate(readSessionCookie(request), true)
        refuseBeforeDuty(caller, [])
        const { actor } = caller
        if (actor.isAdmin || actor.anonymous) return
        if (request.headers.accept?.includes('text/html')) return reply.redirect('/api-access')
        throw actor.id === null
          ? new Problem('not_signed_in', message('users.apiSignIn'))
          : new Problem('forbidden', message('users.apiOnlyAdmin'))
      },
    },
  })
}
