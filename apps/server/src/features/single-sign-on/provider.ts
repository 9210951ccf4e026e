import { createRemoteJWKSet, customFetch as customFetchOfKeys, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
} from 'openid-client'

import { callbackPath } from '#contract/single-sign-on-offer'

import type { IdentityProviderSettings } from '../../identity-provider.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { type Attempt, isAnswerTo } from './attempt.ts'
import { fetchThrough } from './fetch-through.ts'
import { type EndedAtProvider, readLogoutToken } from './logout-token.ts'
import { type Claims, hasEveryClaim, type Person, readPerson, readsGroups } from './person.ts'
import { explained, startedElsewhere } from './provider-failure.ts'

/** Endpoints and keys may change: they are looked up again after this time. */
const rememberMs = 3600_000

/** Signed in at the provider. */
interface SignedIn {
  readonly person: Person
  /** The provider's id of its session, if it has one. */
  readonly sid: string | null
  /** Where the browser signs out at the provider; null if it offers no such page. */
  readonly signOutUrl: string | null
  readonly refreshToken: string | null
  /** Seconds until the provider's access token ends. */
  readonly seconds: number
}

type Confirmation =
  /** A null person: confirmed, and groups are not read or not told. */
  { readonly person: Person | null; readonly refreshToken: string } | 'refused'

/** The identity provider, by OpenID Connect Core 1.0: code flow with PKCE, state and nonce. */
export interface Provider {
  /** A new attempt, and the address of the provider's page. @throws {Problem} */
  begin(): Promise<{ url: string; attempt: Attempt }>
  /** @param answer the query with which the browser returned @throws {Problem} if it is not valid */
  finish(answer: string, attempt: Attempt): Promise<SignedIn>
  /**
   * Asks whether the provider still confirms somebody's session.
   * @throws {Error} if it could not be asked
   */
  confirm(session: { subject: string; refreshToken: string }): Promise<Confirmation>
  /** @throws {Problem} if the token is not valid */
  readLogoutToken(token: string): Promise<EndedAtProvider>
}

export function openProvider(
  settings: IdentityProviderSettings,
  { outbound, clock }: { outbound: Outbound; clock: Clock },
): Provider {
  const { issuer, clientId, clientSecret, publicUrl, scopes } = settings
  const redirectUri = new URL(callbackPath, publicUrl).href
  const fetchPermitted = fetchThrough(outbound)
  const place = { host: new URL(issuer).host, redirectUri }

  const known = remembered(clock, async () => {
    const isPlain = issuer.startsWith('http:')
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      {},
      clientSecret === undefined ? None() : authenticated(clientSecret),
      { [customFetch]: fetchPermitted, execute: isPlain ? [allowInsecureRequests] : [] },
    )
    enableNonRepudiationChecks(configuration)
    return { configuration, keys: keysOf(configuration) }
  })

  function keysOf(configuration: Configuration): JWTVerifyGetKey {
    const { jwks_uri: address = issuer } = configuration.serverMetadata()
    return createRemoteJWKSet(new URL(address), { [customFetchOfKeys]: fetchPermitted })
  }

  /** The person of an ID token, asking the userinfo endpoint for claims that the token lacks. */
  async function personOf(
    configuration: Configuration,
    claims: Claims,
    accessToken: string,
  ): Promise<Person> {
    const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
    if (hasEveryClaim(claims, settings) || endpoint === undefined) {
      return readPerson(claims, settings)
    }
    const more = await fetchUserInfo(configuration, accessToken, claims.sub)
    return readPerson({ ...claims, ...more }, settings)
  }

  return {
    async begin() {
      const { configuration } = await known().catch(explain)
      const verifier = randomPKCECodeVerifier()
      const attempt = {
        state: randomState(),
        nonce: randomNonce(),
        verifier,
        startedAt: clock().getTime(),
      }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },

    async finish(answer, attempt) {
      if (!isAnswerTo(attempt, answer)) throw startedElsewhere()
      try {
        const { configuration } = await known()
        const address = new URL(redirectUri)
        address.search = answer
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims() ?? failWithoutClaims()
        return {
          person: await personOf(configuration, claims, tokens.access_token),
          sid: typeof claims['sid'] === 'string' ? claims['sid'] : null,
          signOutUrl: signOutUrlOf(configuration, tokens.id_token ?? '', publicUrl),
          refreshToken: tokens.refresh_token ?? null,
          seconds: tokens.expires_in ?? 0,
        }
      } catch (error) {
        return explain(error)
      }
    },

    async confirm({ subject, refreshToken }) {
      const { configuration } = await known()
      const tokens = await refreshTokenGrant(configuration, refreshToken).catch(unlessRefused)
      if (tokens === 'refused') return 'refused'
      const claims = tokens.claims()
      // OpenID Connect Core, 12.2: the same person as before.
      if (claims !== undefined && claims.sub !== subject) return 'refused'
      const { userinfo_endpoint: endpoint } = configuration.serverMetadata()
      const isTold = claims !== undefined || endpoint !== undefined
      return {
        person:
          isTold && readsGroups(settings)
            ? await personOf(configuration, claims ?? { sub: subject }, tokens.access_token)
            : null,
        refreshToken: tokens.refresh_token ?? refreshToken,
      }
    },

    async readLogoutToken(token) {
      const { keys } = await known().catch(explain)
      return readLogoutToken(token, { keys, issuer, clientId })
    },
  }

  function explain(error: unknown): never {
    throw explained(error, place)
  }
}

/** The result of a costly look-up, for an hour; a failed one is tried again at the next call. */
function remembered<T>(clock: Clock, look: () => Promise<T>): () => Promise<T> {
  let found: { readonly value: Promise<T>; readonly at: number } | undefined
  return () => {
    const now = clock().getTime()
    if (found !== undefined && now - found.at < rememberMs) return found.value
    const value = look()
    found = { value, at: now }
    value.catch(() => {
      found = undefined
    })
    return value
  }
}

/** As the provider prefers: the secret in the form, else in the header. */
function authenticated(secret: string): ClientAuth {
  const inForm = ClientSecretPost(secret)
  const inHeader = ClientSecretBasic(secret)
  return (provider, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = provider
    const authenticate = methods.includes('client_secret_post') ? inForm : inHeader
    authenticate(provider, ...rest)
  }
}

/** OpenID Connect RP-Initiated Logout 1.0. */
function signOutUrlOf(
  configuration: Configuration,
  idToken: string,
  publicUrl: string,
): string | null {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null
  return buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: new URL('/auth', publicUrl).href,
  }).href
}

/** The account was disabled or removed, or the session was ended (RFC 6749, 5.2). */
function unlessRefused(error: unknown): 'refused' {
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'refused'
  throw error
}

function failWithoutClaims(): never {
  throw new Error('A token response without ID token passed the check for one.')
}
