import { z } from 'zod'

import { GivenRole, usualRole } from '#contract/roles'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

const issuerError =
  'is the issuer of your identity provider, an https address without query, such as https://login.example.org/realms/staff'

/** An https address; http only on this machine, for tests. */
const Issuer = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
  return isSafe && search === '' && hash === ''
}, issuerError)

/** The environment variables of single sign-on. */
export const identityProviderVariables = {
  OIDC_ISSUER: Issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET_FILE: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(60).optional(),
  OIDC_SCOPES: z
    .string()
    .default('openid profile email')
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine((scopes) => scopes.includes('openid'), 'contains openid'),
  OIDC_USERNAME_CLAIM: z.string().min(1).default('preferred_username'),
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  OIDC_GROUPS_FILE: z.string().min(1).optional(),
  OIDC_EMERGENCY_ADMIN: z.string().min(1).max(64).optional(),
} as const
const Variables = z.object(identityProviderVariables)

const Groups = z.array(z.string().min(1)).min(1)

/** The rights that follow from groups at the identity provider. */
const GroupRights = z.strictObject({
  /** Who may sign in; absent: everybody whom the provider knows. */
  members: Groups.optional(),
  /** Who is an administrator; absent: administrators here decide. */
  administrators: Groups.optional(),
  /** The site of several that somebody belongs to, by its id; absent: administrators decide. */
  sites: z.array(z.strictObject({ site: z.int().min(1), groups: Groups })).default([]),
  /** The members of datasets, which are named by their ids. */
  datasets: z
    .array(
      z.strictObject({
        dataset: z.int().min(1),
        role: GivenRole.default(usualRole),
        groups: Groups,
      }),
    )
    .default([]),
  /** The members of user groups, which are named by their names. */
  userGroups: z.array(z.strictObject({ group: z.string().min(1), groups: Groups })).default([]),
})
export type GroupRights = z.infer<typeof GroupRights>

/** The identity provider (OpenID Connect) at which people sign in. */
export interface IdentityProviderSettings {
  readonly issuer: string
  readonly clientId: string
  /** Undefined: a public client, which proves itself by PKCE alone. */
  readonly clientSecret: string | undefined
  /** The public address of Fovea, to which the provider returns. */
  readonly publicUrl: string
  /** Name for people; null: none. */
  readonly name: string | null
  readonly scopes: readonly string[]
  readonly usernameClaim: string
  readonly groupsClaim: string
  readonly rights: GroupRights
  /** The only local account that may sign in with its password; null: all may. */
  readonly emergencyAdmin: string | null
}

/**
 * The settings of single sign-on; null without OIDC_ISSUER.
 * @param read returns the text of a file named by a setting
 * @throws {Error} that names the faulty variable
 */
export function identityProviderOf(
  values: z.output<typeof Variables> & {
    LOGIN_ENABLED: boolean
    PUBLIC_URL?: string | undefined
  },
  read: (file: string) => string,
): IdentityProviderSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = values
  if (issuer === undefined) return null
  if (clientId === undefined) throw new Error('OIDC_ISSUER needs OIDC_CLIENT_ID.')
  if (publicUrl === undefined) {
    throw new Error('OIDC_ISSUER needs PUBLIC_URL, the address to which the provider returns.')
  }
  if (!values.LOGIN_ENABLED) throw new Error('OIDC_ISSUER needs LOGIN_ENABLED=true.')
  const { OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: secretFile } = values
  if (secret !== undefined && secretFile !== undefined) {
    throw new Error('Set OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE, not both.')
  }
  return {
    issuer,
    clientId,
    clientSecret: secretFile === undefined ? secret : read(secretFile).trim(),
    publicUrl,
    name: values.OIDC_NAME ?? null,
    scopes: values.OIDC_SCOPES,
    usernameClaim: values.OIDC_USERNAME_CLAIM,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    rights: readRights(values.OIDC_GROUPS_FILE, read),
    emergencyAdmin: values.OIDC_EMERGENCY_ADMIN ?? null,
  }
}

function readRights(file: string | undefined, read: (file: string) => string): GroupRights {
  if (file === undefined) return GroupRights.parse({})
  try {
    return GroupRights.parse(JSON.parse(read(file)))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`OIDC_GROUPS_FILE=${file} cannot be used:\n${why}`, { cause: error })
  }
}
