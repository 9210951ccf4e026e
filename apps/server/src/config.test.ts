import { expect, test } from 'vitest'

import { loadConfig } from './config.ts'
import { ConfigError } from './settings-files.ts'

test.each([
  ['PUBLIC_URL', 'fovea.example.org'],
  ['PUBLIC_URL', 'ftp://fovea.example.org'],
  ['HELP_URL', 'javascript:alert(1)'],
  ['IMAGE_SOURCE', 'aaa'],
  ['DATABASE_URL', 'mysql://localhost/fovea'],
])('%s=%s is refused at start, by its name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => loadConfig({ [name]: value })).toThrow(`${name}=${value} is an address`)
})

test.each([
  ['STORAGE_URL', 's3://AKIAEXAMPLE:pass/word@photographs'],
  ['DATABASE_URL', 'mysql://fovea:pass/word@localhost/fovea'],
])('a refusal of %s does not repeat its password', (name, value) => {
  const refused = () => loadConfig({ [name]: value })
  expect(refused).toThrow(`${name}=`)
  expect(refused).not.toThrow('pass/word')
})

test.each([
  ['false', false],
  ['true', 1],
  ['2', 2],
  ['10.0.0.1, 10.1.0.0/16,::1', ['10.0.0.1', '10.1.0.0/16', '::1']],
])('TRUST_PROXY=%s', (TRUST_PROXY, trusted) => {
  expect(loadConfig({ TRUST_PROXY }).http.trustProxy).toEqual(trusted)
})

test('TRUST_PROXY=true is read as one proxy, and a word is refused', () => {
  expect(loadConfig({ TRUST_PROXY: 'true' }).warnings).toEqual([
    expect.stringContaining('TRUST_PROXY=1'),
  ])
  expect(() => loadConfig({ TRUST_PROXY: 'nginx' })).toThrow(
    /TRUST_PROXY=nginx is false, the number/,
  )
})

test.each([
  ['security@clinic.example', 'mailto:security@clinic.example'],
  ['https://clinic.example/security', 'https://clinic.example/security'],
])('SECURITY_CONTACT=%s is the URI %s', (SECURITY_CONTACT, uri) => {
  expect(loadConfig({ SECURITY_CONTACT }).product.securityContact).toBe(uri)
})

test('a security contact that is no address is refused', () => {
  expect(() => loadConfig({ SECURITY_CONTACT: 'javascript:alert(1)' })).toThrow(
    'SECURITY_CONTACT=javascript:alert(1) is an email address',
  )
})

const provider = {
  OIDC_ISSUER: 'https://login.hospital.example/realms/staff',
  OIDC_CLIENT_ID: 'fovea',
  PUBLIC_URL: 'https://fovea.hospital.example',
}

test('an identity provider needs a client id, a public address and sign-in', () => {
  expect(loadConfig({}).identityProvider).toBeNull()
  expect(loadConfig(provider).identityProvider).toMatchObject({
    issuer: provider.OIDC_ISSUER,
    clientSecret: undefined,
    scopes: ['openid', 'profile', 'email'],
    rights: { sites: [], datasets: [] },
  })
  const { OIDC_CLIENT_ID: _id, ...withoutId } = provider
  expect(() => loadConfig(withoutId)).toThrow('OIDC_ISSUER needs OIDC_CLIENT_ID')
  const { PUBLIC_URL: _url, ...withoutUrl } = provider
  expect(() => loadConfig(withoutUrl)).toThrow('OIDC_ISSUER needs PUBLIC_URL')
  expect(() => loadConfig({ ...provider, LOGIN_ENABLED: 'false' })).toThrow('LOGIN_ENABLED=true')
})

test.each(['http://login.hospital.example', 'https://login.example/?a=b', 'login.example'])(
  'the issuer %s is refused',
  (OIDC_ISSUER) => {
    expect(() => loadConfig({ ...provider, OIDC_ISSUER })).toThrow(
      `OIDC_ISSUER=${OIDC_ISSUER} is the issuer`,
    )
  },
)

test('a file of groups that cannot be read is named', () => {
  expect(() => loadConfig({ ...provider, OIDC_GROUPS_FILE: 'package.json' })).toThrow(
    'OIDC_GROUPS_FILE=package.json cannot be used',
  )
})

const mail = {
  SMTP_HOST: 'mail.hospital.example',
  SMTP_FROM: 'fovea@hospital.example',
  PUBLIC_URL: 'https://fovea.hospital.example/',
}

test('mail is encrypted unless plain connections are set, and never has a plain password', () => {
  expect(loadConfig({}).mail).toBeNull()
  expect(loadConfig(mail).mail).toMatchObject({ port: 587, encryption: 'starttls' })
  expect(loadConfig({ ...mail, SMTP_TLS: 'implicit' }).mail?.port).toBe(465)
  expect(loadConfig({ ...mail, SMTP_TLS: 'none' }).mail?.port).toBe(25)
  const credentials = { SMTP_USER: 'fovea', SMTP_PASSWORD: 'p' }
  expect(loadConfig({ ...mail, ...credentials }).mail?.credentials?.user).toBe('fovea')
  expect(() => loadConfig({ ...mail, ...credentials, SMTP_TLS: 'none' })).toThrow(
    'SMTP_TLS=none would send',
  )
})

test.each([
  [{ SMTP_FROM: undefined }, 'SMTP_HOST needs SMTP_FROM'],
  [{ PUBLIC_URL: undefined }, 'SMTP_HOST needs PUBLIC_URL'],
  [{ SMTP_USER: 'fovea' }, 'SMTP_USER needs SMTP_PASSWORD'],
  [{ SMTP_HOST: 'mail server' }, 'SMTP_HOST=mail server is a host name'],
  [{ SMTP_FROM: 'fovea' }, 'SMTP_FROM=fovea is the email address'],
])('settings of mail that are not usable are named: %j', (change, why) => {
  expect(() => loadConfig({ ...mail, ...change })).toThrow(why)
})

const shared = { DATABASE_URL: 'postgres://fovea@localhost/fovea' }

test('a process of one role needs a database that it can share', () => {
  expect(loadConfig({})).toMatchObject({ role: 'all', workerKinds: null, drainSeconds: 12 })
  expect(() => loadConfig({ ROLE: 'web' })).toThrow('ROLE=web needs DATABASE_URL')
  expect(loadConfig({ ...shared, ROLE: 'web' })).toMatchObject({ role: 'web', drainSeconds: 25 })
  expect(() => loadConfig({ ...shared, ROLE: 'reader' })).toThrow(
    'ROLE=reader is one of all, web, worker, dicom',
  )
})

test('settings of another role are refused', () => {
  const worker = { ...shared, ROLE: 'worker', WORKER_KINDS: 'analyse-image, outbox' }
  expect(loadConfig(worker).workerKinds).toEqual(['analyse-image', 'outbox'])
  expect(() => loadConfig({ ...worker, ROLE: 'web' })).toThrow(
    'WORKER_KINDS=analyse-image, outbox restricts workers',
  )
  expect(() => loadConfig({ ...shared, ROLE: 'dicom', DICOM_PORT: '0' })).toThrow(
    'DICOM_PORT=0 leaves a process of ROLE=dicom nothing to do',
  )
})
