import { expect, test } from 'vitest'

import { getCurrentUser } from '#contract/account'
import { getInfo, securityTxt } from '#contract/info'

import { startApp } from '../../testing/start-app.ts'

test('a visitor learns what the server is and allows, and that nobody is signed in', async () => {
  const { visitor } = await startApp({ uploadBytes: 5000 })
  const { body, headers } = await visitor.call(getInfo)
  expect(body).toMatchObject({
    name: 'Fovea',
    git: { tag: '1.0.0' },
    login_enabled: true,
    total_users: 0,
    signed_in: false,
    largest_upload: 5000,
    regulatory: { configured: false, item_name: null },
  })
  expect(headers).not.toHaveProperty('x-session-lifetime')
})

test('a signed-in user learns that, with the remaining time of the session', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const { body, headers } = await kim.call(getInfo)
  expect(body.signed_in).toBe(true)
  expect(Number(headers['x-session-lifetime'])).toBeGreaterThan(0)
})

test('if sign-in is switched off everybody counts as signed in', async () => {
  const { visitor } = await startApp({ loginEnabled: false })
  expect((await visitor.call(getInfo)).body).toMatchObject({
    login_enabled: false,
    signed_in: true,
  })
  expect((await visitor.call(getCurrentUser)).status).toBe(200)
})

test('a finder of a vulnerability reads in security.txt whom to tell, until when and in which languages', async () => {
  const { visitor, parts } = await startApp({
    securityContact: 'mailto:security@clinic.example',
    publicUrl: 'https://fovea.clinic.example',
  })
  const { headers, bytes } = await visitor.call(securityTxt)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map(
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe('mailto:security@clinic.example')
  expect(fields.get('Canonical')).toBe('https://fovea.clinic.example/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - parts.clock().getTime()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('without a contact of the operator there is no security.txt', async () => {
  const { visitor } = await startApp()
  expect((await visitor.call(securityTxt)).status).toBe(404)
  expect((await visitor.call(getInfo)).body.security_contact).toBeNull()
})
