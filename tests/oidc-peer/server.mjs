// An identity provider in a process of its own: oidc-provider, with people, groups and faults on demand.
// Prints the issuer; POST /control changes people and faults.
import { createServer } from 'node:http'

const settings = JSON.parse(process.argv[2] ?? '{}')

/** Clocks that are wrong: tokens are dated by this one. */
const ahead = (settings.secondsAhead ?? 0) * 1000
const now = Date.now
Date.now = () => now() + ahead

const { Provider } = await import('oidc-provider')

/** Who exists, by subject: their claims. */
const people = new Map()
/** The person who signs in next, without a form. */
let next = ''
/** Faults: 'down' answers nothing, 'other issuer' and 'other nonce' lie, 'deny' lets nobody in. */
let fault = ''

const server = createServer()
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const issuer = `http://127.0.0.1:${server.address().port}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'fovea',
      client_secret: 'a secret of the test',
      redirect_uris: [`${settings.publicUrl}/auth/callback`],
      post_logout_redirect_uris: [`${settings.publicUrl}/auth`],
      backchannel_logout_uri: `${settings.backChannel ?? settings.publicUrl}/api/user/single-sign-on/logout`,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  clientAuthMethods: ['client_secret_basic'],
  cookies: { keys: ['test'] },
  claims: {
    openid: ['sub'],
    profile: ['name', 'preferred_username', 'groups'],
    email: ['email'],
  },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource(ctx, form) {
        ctx.type = 'html'
        ctx.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
      },
    },
  },
  issueRefreshToken: () => true,
  // The usual one calls no address of this machine.
  fetch: (url, { dispatcher: _guard, ...request }) => fetch(url, request),
  pkce: { required: () => true },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    })
    grant.addOIDCScope('openid profile email')
    await grant.save()
    return grant
  },
  // A person who was removed has no account: refresh tokens are refused then.
  findAccount: (_ctx, sub) => {
    const claims = people.get(sub)
    return claims && { accountId: sub, claims: () => ({ sub, ...claims }) }
  },
})
provider.on('backchannel.error', (_ctx, error) => process.stderr.write(`${error.stack}\n`))
provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`))
const callback = provider.callback()

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function control(request, response) {
  const body = await bodyOf(request)
  if (body.people !== undefined) {
    people.clear()
    for (const [sub, claims] of Object.entries(body.people)) people.set(sub, claims)
  }
  next = body.next ?? next
  fault = body.fault ?? fault
  response.writeHead(204).end()
}

async function interact(request, response) {
  const result =
    fault === 'deny'
      ? { error: 'access_denied', error_description: 'as asked' }
      : { login: { accountId: next } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function pretendOtherIssuer(response) {
  const end = response.end.bind(response)
  response.end = (content, ...rest) => {
    const text = String(content).replaceAll(issuer, 'http://127.0.0.1:9')
    response.setHeader('content-length', Buffer.byteLength(text))
    return end(text, ...rest)
  }
}

server.on('request', (request, response) => {
  if (request.url === '/control') return void control(request, response)
  if (fault === 'down') return void response.destroy()
  if (request.url.startsWith('/interaction/')) {
    return void interact(request, response).catch((error) => {
      process.stderr.write(`${error.stack}\n`)
      response.destroy()
    })
  }
  if (fault === 'other issuer' && request.url.includes('.well-known')) pretendOtherIssuer(response)
  if (fault === 'other nonce') request.url = request.url.replace(/nonce=[^&]+/, 'nonce=other')
  callback(request, response)
})
process.stdout.write(`${issuer}\n`)
process.stdin.on('end', () => process.exit())
process.stdin.resume()
