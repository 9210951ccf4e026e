import type { FastifyReply, FastifyRequest } from 'fastify'

/** Under TLS the name's prefix makes the browser insist on Secure and Path=/. */
const secureName = '__Host-fovea_session'
const plainName = 'fovea_session'

export function sessionCookieName(secure: boolean): string {
  return secure ? secureName : plainName
}

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[secureName] ?? request.cookies[plainName]
}

const options = { httpOnly: true, sameSite: 'strict', path: '/' } as const

export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  void reply.setCookie(sessionCookieName(secure), token, { ...options, secure })
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  void reply.clearCookie(sessionCookieName(secure), { ...options, secure })
}

/** Holds a sign-in at the identity provider until the browser returns from there. */
const attemptName = 'fovea_sign_in'

function nameOfAttempt(secure: boolean): string {
  return secure ? `__Host-${attemptName}` : attemptName
}

export function readAttemptCookie(request: FastifyRequest, secure: boolean): string | undefined {
  return request.cookies[nameOfAttempt(secure)]
}

export function setAttemptCookie(
  reply: FastifyReply,
  attempt: { value: string; seconds: number },
  secure: boolean,
): void {
  const { value, seconds } = attempt
  void reply.setCookie(nameOfAttempt(secure), value, { ...options, secure, maxAge: seconds })
}

export function clearAttemptCookie(reply: FastifyReply, secure: boolean): void {
  void reply.clearCookie(nameOfAttempt(secure), { ...options, secure })
}
