import type { Locator, Page } from '@playwright/test'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { codeOf, stepAt } from '../../apps/server/src/features/account/second-factor/totp.ts'
import { bytesOf } from '../../apps/server/src/testing/base32.ts'
import { startFovea } from '../running-fovea.ts'
import { expectAccessible } from './accessible.ts'
import { expect, password, registered, test } from './fixtures.ts'
import { complaintsOf, signIn } from './given.ts'

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Adds an app in this dialog or page. Returns its secret and the recovery codes. */
async function addApp(form: Locator | Page) {
  await form.getByLabel('Current Password').fill(password)
  await form.getByRole('button', { name: 'Continue' }).click()
  const secret = bytesOf(await form.getByLabel('Or type this key into the app').inputValue())
  await expect(form.getByLabel('Code', { exact: true })).toBeFocused()
  await form.getByLabel('Code', { exact: true }).fill(codeOf(secret, stepAt(new Date())))
  await form.getByRole('button', { name: 'Add authenticator app' }).click()
  await expect(form.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await form.locator('code').allTextContents()
  expect(codes).toHaveLength(10)
  return { secret, codes }
}

test('a user adds an authenticator app, and signs in with a code and a recovery code', async ({
  page,
  person,
  admin,
  context,
}) => {
  const complaints = await complaintsOf(page)
  await page.goto('/user')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const { secret, codes } = await addApp(page.getByRole('dialog'))
  await expectAccessible(page, 'recovery codes')
  await page.getByRole('button', { name: 'I have kept the codes' }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()
  expect(complaints).toEqual([])

  await context.clearCookies()
  await page.goto('/')
  await logIn(page, person.username)
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible()
  // The first code was used up by adding the app.
  await code.fill(codeOf(secret, stepAt(new Date()) + 1))
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()

  await context.clearCookies()
  await page.goto('/')
  await logIn(page, person.username)
  await code.fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await page.goto('/user')
  await expect(page.getByText('9 codes left')).toBeVisible()

  await signIn(context, admin)
  await page.goto('/admin/panel')
  await page.getByLabel('Username or name').fill(person.username)
  await page.getByRole('button', { name: `Edit ${person.username}` }).click()
  await page.getByRole('button', { name: 'Remove second factor' }).click()
  await page
    .getByRole('dialog', { name: `Remove the second factor of ${person.username}?` })
    .getByRole('button', { name: 'Remove second factor' })
    .click()
  await expect(
    page.getByText(`The second factors of ${person.username} were removed.`),
  ).toBeVisible()
  await context.clearCookies()
  await page.goto('/')
  await logIn(page, person.username)
  const notice = page.getByText('An administrator removed your second factor')
  await expect(notice).toBeVisible()
  await page.reload()
  await expect(notice).toBeVisible()
  const isConfirmed = page.waitForResponse(/removal-seen/)
  await page.getByRole('alert').filter({ has: notice }).getByRole('button').click()
  await isConfirmed
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a required second factor is added before the screens are shown', async ({ browser }) => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const fovea = await startFovea({
    ALLOW_REGISTRATION: 'true',
    PORT: String(port),
    PUBLIC_URL: address,
  })
  try {
    const admin = await registered(address, 'administrator')
    await (await registered(address, 'kim')).dispose()
    const page = await browser.newPage({ baseURL: address, locale: 'en-GB' })
    await page.context().addCookies((await admin.storageState()).cookies)
    await page.goto('/admin/panel')
    await page.getByRole('combobox', { name: 'Second factor required for' }).click()
    await page.getByRole('option', { name: 'Everybody' }).click()
    await expect(page.getByText('Applies from the next sign-in of each user on.')).toBeVisible()
    await admin.dispose()

    await page.context().clearCookies()
    await page.goto('/')
    await logIn(page, 'kim')
    await expect(page.getByText('Your administrator requires a second factor.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey instead' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
    await expectAccessible(page, 'required second factor')
    await page.getByRole('button', { name: 'Use an authenticator app instead' }).click()
    await addApp(page)
    await page.getByRole('button', { name: 'I have kept the codes' }).click()
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
    await page.close()
  } finally {
    await fovea.stop()
  }
})
