import type { Page } from '@playwright/test'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import {
  haveOidcPeer,
  type OidcPeer,
  startOidcPeer,
} from '../../apps/server/src/testing/oidc-peer.ts'
import { type RunningFovea, startFovea } from '../running-fovea.ts'
import { expectAccessible } from './accessible.ts'
import { expect, password, registered, test } from './fixtures.ts'

test.skip(!haveOidcPeer(), 'the identity provider is not installed')

let provider: OidcPeer
let fovea: RunningFovea
/** Another site than the provider, which has an address. */
let address: string

test.beforeAll(async () => {
  const port = await freePort()
  address = `http://localhost:${port}`
  provider = await startOidcPeer({ publicUrl: address })
  const { clientId, clientSecret = '' } = provider.settings()
  fovea = await startFovea({
    PORT: String(port),
    PUBLIC_URL: address,
    OUTBOUND_HOSTS: new URL(provider.issuer).host,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'General Hospital',
    OIDC_EMERGENCY_ADMIN: 'root',
  })
  const api = await registered(fovea.address, 'root')
  await api.dispose()
  await provider.people({ 'sub-kim': { preferred_username: 'kim', name: 'Kim Minji' } })
  await provider.browser('sub-kim')
})
test.afterAll(async () => {
  await fovea.stop()
  await provider.stop()
})

function button(page: Page) {
  return page.getByRole('button', { name: 'Sign in with General Hospital' })
}

test('signs in with the account of the hospital, and out at both', async ({ page }) => {
  await page.goto(`${address}/tasks`)
  await expectAccessible(page, 'sign-in with an identity provider')
  await button(page).click()
  await page.getByRole('link', { name: 'Continue to /tasks' }).click()
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()

  await page.goto(`${address}/user`)
  await expect(page.getByText('Your password is changed there.')).toBeVisible()
  await page.getByRole('button', { name: 'User menu of Kim Minji' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(button(page)).toBeVisible()
  await page.goto(address)
  await expect(button(page)).toBeVisible()
})

test('tells in plain words why a sign-in failed', async ({ page }) => {
  await page.goto(`${address}/auth/callback?code=x&state=x`)
  await expect(page.getByRole('alert')).toContainText('was not started in this browser')
  expect(page.url()).toBe(`${address}/auth`)
  await page.getByText('한국어').click()
  await expect(page.getByRole('alert')).toContainText('이 브라우저에서 시작한 로그인이 아니거나')

  await provider.fail('deny')
  await page.getByText('English').click()
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('did not sign you in')
  await provider.fail('')
})

test('keeps the form and the password of the emergency administrator', async ({ page }) => {
  await page.goto(address)
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in as the emergency administrator' }).click()
  await page.getByLabel('Username').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()

  await page.goto(`${address}/user`)
  await page.getByRole('button', { name: 'Link with General Hospital' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue to sign in there' }).click()
  await expect(page.getByText('The emergency administrator keeps a password')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to /user' })).toBeVisible()
})
