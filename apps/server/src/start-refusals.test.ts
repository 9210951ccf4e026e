import { execFile } from 'node:child_process'
import path from 'node:path'

import { expect, test } from 'vitest'

import { programEnvironment } from './testing/program-environment.ts'

test.each([
  [
    { SMTP_HOST: 'mail.hospital.example', SMTP_FROM: 'fovea@hospital.example' },
    'SMTP_HOST=mail.hospital.example cannot be used: add mail.hospital.example:587 to OUTBOUND_HOSTS.',
  ],
  [
    { OIDC_ISSUER: 'https://login.hospital.example', OIDC_CLIENT_ID: 'fovea' },
    'OIDC_ISSUER=https://login.hospital.example cannot be used: add login.hospital.example to OUTBOUND_HOSTS.',
  ],
])('the server does not start with a host that it may not call: %j', async (settings, why) => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const env = { ...programEnvironment, PUBLIC_URL: 'https://fovea.hospital.example' }
  const { promise, resolve } = Promise.withResolvers<[number | string | undefined, string]>()
  execFile(process.execPath, [main], { env: { ...env, ...settings } }, (error, _, said) =>
    resolve([error?.code ?? undefined, said.trim()]),
  )
  expect(await promise).toEqual([1, why])
})
