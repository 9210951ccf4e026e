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

interface About {
  readonly name: string
  readonly version: string
  readonly secure: boolean
}

/**
 * Serves the page at /api with the description of the API; for administrators, or for everyone if
 * sign-in is switched off. Other browsers are redirected to a page that says so.
 */
export async function serveApiPage(
  app: FastifyInstance,
  authenticator: Authenticator,
  about: About,
): Promise<void> {
  // Written at the first request: that takes longer than the rest of createApp.
  let description: Readonly<Record<string, unknown>> | undefined
  const describe = (): Readonly<Record<string, unknown>> => (description ??= describeApi(about))
  await app.register(swagger, { mode: 'static', specification: { document: {} as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api',
    transformSpecification: describe,
    transformSpecificationClone: false,
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

function describeApi({ name, version, secure }: About): Readonly<Record<string, unknown>> {
  return openApi({
    title: `${name} API`,
    version,
    sessionCookie: sessionCookieName(secure),
    endpoints,
    schemas: sharedSchemas,
  })
}
