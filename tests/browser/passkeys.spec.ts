import type { APIRequestContext, Page } from '@playwright/test'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { startFovea, type RunningFovea } from '../running-fovea.ts'
import { expectAccessible } from './accessible.ts'
import { expect, password, registered, test } from './fixtures.ts'
import { complaintsOf } from './given.ts'

/** Gives the page an authenticator that confirms each request, like a finger on a reader. */
async function withAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test.describe('with a public address', () => {
  let fovea: RunningFovea
  let address: string
  let root: APIRequestContext
  test.beforeAll(async () => {
    const port = await freePort()
    // Passkeys need a domain; browsers take localhost for a safe one without TLS.
    address = `http://localhost:${port}`
    fovea = await startFovea({
      PORT: String(port),
      PUBLIC_URL: address,
      ALLOW_REGISTRATION: 'true',
    })
    root = await registered(address, 'root')
  })
  test.afterAll(async () => {
    await root.dispose()
    await fovea.stop()
  })

  test('a user adds a passkey, and signs in with it, without and after a password', async ({
    page,
    context,
  }) => {
    const api = await registered(address, 'kim')
    await context.addCookies((await api.storageState()).cookies)
    await api.dispose()
    await withAuthenticator(page)
    const complaints = await complaintsOf(page)
    await page.goto(`${address}/user`)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current Password').fill(password)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Reading room 2')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await expect(dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    await dialog.getByRole('button', { name: 'I have kept the codes' }).click()
    const passkeys = page.getByRole('table', { name: 'Passkeys' })
    await expect(passkeys.getByRole('row').filter({ hasText: 'Reading room 2' })).toBeVisible()
    await expectAccessible(page, 'account with a passkey')

    await context.clearCookies()
    await page.goto(`${address}/auth`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()

    await context.clearCookies()
    await page.goto(`${address}/auth`)
    await page.getByLabel('Username').fill('kim')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByLabel('Code')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])

    await page.goto(`${address}/user`)
    await page.getByRole('button', { name: 'Remove passkey Reading room 2' }).click()
    await dialog.getByLabel('Current Password').fill(password)
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(page.getByText('The passkey was removed.')).toBeVisible()
    await expect(passkeys).toHaveCount(0)
  })

  test('a user who must have a second factor adds a passkey before anything else', async ({
    page,
  }) => {
    const ruled = await root.put('/api/admin/second-factor', {
      data: { required_for: 'everybody' },
    })
    expect(ruled.ok(), await ruled.text()).toBe(true)
    const api = await registered(address, 'lee.j')
    await api.dispose()
    await withAuthenticator(page)
    await page.goto(`${address}/auth`)
    await page.getByLabel('Username').fill('lee.j')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await page.getByLabel('Current Password').fill(password)
    await page.getByRole('textbox', { name: 'Name' }).fill('Blue key')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    // The codes are shown only now, so nothing leads away from them.
    await expect(page.getByRole('button', { name: /instead/u })).toHaveCount(0)
    await page.getByRole('button', { name: 'I have kept the codes' }).click()
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
    await root.put('/api/admin/second-factor', { data: { required_for: 'nobody' } })
  })

  test('a browser without a passkey says so', async ({ page }) => {
    await withAuthenticator(page)
    await page.goto(`${address}/auth`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('No passkey was used')
  })
})

test('without a public address the sign-in page offers no passkey', async ({ page, person }) => {
  await page.goto('/user')
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add passkey' })).toHaveCount(0)
  await page.context().clearCookies()
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  expect(person.username).not.toBe('')
})
