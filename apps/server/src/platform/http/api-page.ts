import { message } from '#contract/messages/message'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

import { sessionLifetimeHeader } from '#contract/endpoint'

import type { Authenticator } from './actor.ts'
import { readSessionCookie } from './cookies.ts'
import { refuseBeforeDuty } from './duties.ts'
import { Problem } from './problem.ts'

/** Collects the endpoints that are mounted after it; register it before them. */
export async function describeApi(
  app: FastifyInstance,
  about: { name: string; version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: `${about.name} API`,
        version: about.version,
        description: `Errors are JSON with message, code and, for input, fields. The header ${sessionLifetimeHeader} tells the whole seconds left of the session.\n\n[To the web app](/)`,
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
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
