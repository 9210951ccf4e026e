import { z } from 'zod'

import { Email } from '#contract/account'
import { message } from '#contract/messages/message'
import { usernamePattern } from '#contract/passwords'

import type { IdentityProviderSettings } from '../../identity-provider.ts'
import { Problem } from '../../platform/http/problem.ts'

type ClaimSettings = Pick<
  IdentityProviderSettings,
  'issuer' | 'usernameClaim' | 'groupsClaim' | 'rights'
>

/** Somebody whom the identity provider knows. */
export interface Person {
  readonly issuer: string
  /** The provider's id of the person, which never changes. */
  readonly subject: string
  /** As the provider sends it; it may not be usable here. */
  readonly username: string | undefined
  readonly name: string
  /** Where mails go; never used to recognise the person. */
  readonly email: string | undefined
  readonly groups: readonly string[]
}

/** Claims of the ID token or the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

const Text = z.string().trim().min(1)
/** Some providers send a single group as a text. */
const Groups = z.union([z.array(z.string()), Text.transform((group) => [group])])
const longestName = 100

/** Whether the claims have all that `readPerson` reads. */
export function hasEveryClaim(claims: Claims, settings: ClaimSettings): boolean {
  const { usernameClaim, groupsClaim } = settings
  const needed = readsGroups(settings) ? [usernameClaim, groupsClaim] : [usernameClaim]
  return needed.every((name) => claims[name] !== undefined)
}

/** Whether any right follows from groups. */
export function readsGroups({ rights }: ClaimSettings): boolean {
  const { members, administrators, datasets, userGroups } = rights
  const decides = members !== undefined || administrators !== undefined
  return decides || datasets.length > 0 || userGroups.length > 0
}

/** The person of verified claims. */
export function readPerson(claims: Claims, settings: ClaimSettings): Person {
  return {
    issuer: settings.issuer,
    subject: claims.sub,
    username: Text.safeParse(claims[settings.usernameClaim]).data,
    name: (Text.safeParse(claims['name']).data ?? '').slice(0, longestName),
    email: claims['email_verified'] === false ? undefined : Email.safeParse(claims['email']).data,
    groups: Groups.safeParse(claims[settings.groupsClaim]).data ?? [],
  }
}

/**
 * The username for a new account: of an address such as kim@hospital.example the part before the @.
 * @throws {Problem} if there is none, or it has characters that are not allowed here
 */
export function usernameOf({ username }: Person, { usernameClaim }: ClaimSettings): string {
  if (username === undefined) {
    throw new Problem('forbidden', message('singleSignOn.noUsername', { claim: usernameClaim }))
  }
  const [local = ''] = username.split('@')
  if (usernamePattern.test(local) && local.length <= 64) return local
  throw new Problem('forbidden', message('singleSignOn.unusableUsername', { username }))
}
