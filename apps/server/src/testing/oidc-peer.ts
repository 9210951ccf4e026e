import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'

import type { GroupRights, IdentityProviderSettings } from '../identity-provider.ts'

const folder = path.join(import.meta.dirname, '../../../../tests/oidc-peer')

/** Whether the identity provider is installed; reports if it is not. */
export function haveOidcPeer(): boolean {
  if (existsSync(path.join(folder, 'node_modules/oidc-provider'))) return true
  console.warn('SKIPPED: the identity provider is not installed (npm ci --prefix tests/oidc-peer).')
  return false
}

type Fault = '' | 'down' | 'other issuer' | 'other nonce' | 'deny'

interface Claims {
  readonly preferred_username?: string
  readonly name?: string
  readonly email?: string
  readonly groups?: readonly string[]
}

/** The address of the tested server for a client of `testing/client.ts`. */
const publicUrl = 'http://localhost'

export interface OidcPeer {
  readonly issuer: string
  /** Settings of the tested server. */
  settings(
    more?: Partial<Omit<IdentityProviderSettings, 'rights'>> & { rights?: Partial<GroupRights> },
  ): IdentityProviderSettings
  /** Replaces the people whom the provider knows, by subject. */
  people(people: Readonly<Record<string, Claims>>): Promise<void>
  fail(fault: Fault): Promise<void>
  /** A browser at the provider, in which the person signs in without a form. */
  browser(subject: string): Promise<PeerBrowser>
  stop(): Promise<void>
}

interface PeerBrowser {
  /** Opens the provider's page and follows it until it returns. @returns the query of the return */
  signIn(url: string): Promise<string>
  /** Opens the page of signing out, and confirms. @returns the address to which it leads */
  signOut(url: string): Promise<string>
}

/** oidc-provider in a separate process. */
export async function startOidcPeer(
  options: { publicUrl?: string; backChannel?: string; secondsAhead?: number } = {},
): Promise<OidcPeer> {
  const program = path.join(folder, 'server.mjs')
  const peer = spawn(process.execPath, [program, JSON.stringify({ publicUrl, ...options })], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [first] = (await once(peer.stdout, 'data')) as [Buffer]
  const issuer = String(first).trim()
  const control = async (body: object): Promise<void> => {
    await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(body) })
  }
  return {
    issuer,
    settings: ({ rights = {}, ...more } = {}) => ({
      issuer,
      clientId: 'fovea',
      clientSecret: 'a secret of the test',
      publicUrl,
      name: null,
      scopes: ['openid', 'profile', 'email'],
      usernameClaim: 'preferred_username',
      groupsClaim: 'groups',
      emergencyAdmin: null,
      rights: { sites: [], datasets: [], userGroups: [], ...rights },
      ...more,
    }),
    people: (people) => control({ people }),
    fail: (fault) => control({ fault }),
    async stop() {
      const ended = once(peer, 'exit')
      peer.stdin.end()
      await ended
    },
    async browser(subject) {
      await control({ next: subject })
      return browse()
    },
  }
}

function browse(): PeerBrowser {
  const cookies = new Map<string, string>()
  const open = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  /** Follows redirects within the provider, to an answer or an address elsewhere. */
  const follow = async (url: string, form?: URLSearchParams): Promise<Response | URL> => {
    const answer = await open(url, form)
    const location = answer.headers.get('location')
    if (location === null) return answer
    const next = new URL(location, url)
    return next.origin === new URL(url).origin ? follow(next.href) : next
  }
  const away = async (url: string, form?: URLSearchParams): Promise<URL> => {
    const end = await follow(url, form)
    if (end instanceof URL) return end
    throw new Error(`The provider answered ${end.status}: ${await end.text()}`)
  }
  return {
    signIn: async (url) => (await away(url)).search,
    async signOut(url) {
      const page = await follow(url)
      if (page instanceof URL) return page.href
      const html = await page.text()
      const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? []
      return (await away(action, new URLSearchParams({ xsrf, logout: 'yes' }))).href
    },
  }
}
