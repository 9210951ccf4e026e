import type { Page } from '@playwright/test'

import { startFovea, type RunningFovea } from '../running-fovea.ts'
import { expect, password, test } from './fixtures.ts'
import { complaintsOf, signIn } from './given.ts'

const rules = [
  'At least 8 characters.',
  'At least one uppercase letter.',
  'At least one lowercase letter.',
  'At least one number.',
  'At least one special character.',
]

async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}

function userMenu(page: Page, name: string) {
  return page.getByRole('button', { name: `User menu of ${name}` })
}

test.describe('a fresh installation', () => {
  let fresh: RunningFovea
  // The warning appears a minute before the end: soon, but after a renewal is due again.
  test.beforeAll(async () => {
    fresh = await startFovea({ SESSION_SECONDS: '67' })
  })
  test.afterAll(() => fresh.stop())

  test('greets its first user, who becomes the administrator', async ({ page }) => {
    await page.goto(fresh.address)
    await expect(page.getByText('The installation succeeded.')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    const register = page.getByRole('button', { name: 'Register' })
    const username = page.getByLabel('Username')
    const secret = page.getByLabel('Password', { exact: true })
    await username.fill('no spaces')
    await expect(page.getByText('Only letters, digits, underscore, dot and hyphen')).toBeVisible()
    await username.fill('first.admin')
    for (const [typed, broken] of [
      ['a', [0, 1, 3, 4]],
      ['aB', [0, 3, 4]],
      ['aB3', [0, 4]],
      ['aB3&<>;', [0, 4]],
      ['aB3!', [0]],
      ['aB3!aB3!', []],
    ] as const) {
      await secret.fill(typed)
      for (const [index, rule] of rules.entries()) {
        const wanted = broken.some((each) => each === index) ? 1 : 0
        await expect(page.getByText(rule)).toHaveCount(wanted)
      }
    }
    await page.getByLabel('Confirm Password').fill('aB3!aB3?')
    await expect(page.getByText('The passwords do not match.')).toBeVisible()
    await expect(register).toBeDisabled()
    await page.getByLabel('Confirm Password').fill('aB3!aB3!')
    await page.getByLabel('Full Name (Optional)').fill('Kim Min-jun')
    await register.click()

    await expect(page).toHaveURL(/\/datasets$/u)
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'first.admin' })).toBeVisible()

    const warning = page.getByText('Your session will expire in 60 seconds. Please save your work.')
    await expect(warning).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: /^Session: .* Click to renew/u }).click()
    await expect(warning).toBeHidden()

    await userMenu(page, 'Kim Min-jun').click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByText('Please log in.')).toBeVisible()
    await expect(page.getByText('You are not allowed to register new accounts')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Register' })).toHaveCount(0)
  })
})

test('with sign-in switched off everybody comes straight to the images', async ({ page }) => {
  const open = await startFovea({ LOGIN_ENABLED: 'false' })
  try {
    await page.goto(`${open.address}/auth`)
    await expect(page).toHaveURL(/\/datasets$/u)
    await expect(page.getByRole('button', { name: /^User menu/u })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Session/u })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Undo' }).click()
    await expect(page.getByText('Nothing to undone!')).toBeVisible()
  } finally {
    await open.stop()
  }
})

test('a first visit is no error to the browser', async ({ page, admin: _admin }) => {
  const complaints = await complaintsOf(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a person logs in and out, in English or Korean', async ({ page: first, person, context }) => {
  let page = first
  await context.clearCookies()
  await page.goto('/categories')
  await expect(page).toHaveURL(/\/auth$/u)
  await logIn(page, person.username, 'Wrong-Horse-7')
  await expect(page.getByRole('alert').filter({ hasText: 'User Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/u)

  await page.getByText('한국어').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko')
  await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  await page.getByText('English').click()

  const preferences = '**/api/user/preferences'
  // The choice made before signing in is still being saved when the next one follows.
  await page.route(preferences, async (route) => {
    if (route.request().method() === 'GET') await route.continue()
  })
  await logIn(page, person.username, password)
  await expect(page).toHaveURL(/\/datasets$/u)
  await userMenu(page, person.username).click()
  await page.getByRole('menuitemradio', { name: '한국어' }).click()
  await expect(page.getByRole('heading', { name: '내 영상' })).toBeVisible()
  await page.close()
  page = await context.newPage()
  await page.goto('/')
  const saved = () => person.api.get('/api/user/preferences').then((answer) => answer.json())
  await expect.poll(saved).toMatchObject({ language: 'ko' })
  await expect(page.getByRole('heading', { name: '내 영상' })).toBeVisible()
  await page.getByRole('button', { name: `${person.username} 사용자 메뉴` }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/auth$/u)
})

test('a user who is not an administrator finds no administration', async ({ page, person }) => {
  expect(person.username).not.toBe('')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  for (const address of ['/admin/panel', '/admin/audit', '/admin/system', '/admin', '/nowhere']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Sorry! 404 Error' })).toBeVisible()
    await expect(page.getByText('Could not find the page you are looking for.')).toBeVisible()
  }
})

test('an administrator creates, edits, renews and deletes an account', async ({
  page,
  context,
  admin,
  browser,
  fovea,
}) => {
  await signIn(context, admin)
  const username = `clinician.${Date.now() % 1e6}`
  await page.goto('/admin/panel')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await page.getByRole('button', { name: 'Create User' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create' })
  await dialog.getByLabel('Username').fill('abc')
  await expect(dialog.getByText('At least 4 characters.')).toBeVisible()
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password').first().fill(password)
  await expect(create).toBeDisabled()
  await dialog.getByRole('textbox', { name: /^Name/u }).fill('Lee Seo-yeon')
  await create.click()
  const row = page.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText('Lee Seo-yeon')
  await expect(row).toContainText('2999-01-01')

  await row.getByRole('button', { name: `Edit ${username}` }).click()
  await dialog.getByRole('textbox', { name: /^Name/u }).fill('Lee Seo-yeon, MD')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Lee Seo-yeon, MD')

  await row.getByRole('button', { name: `Renew ${username}` }).click()
  const day = dialog.getByLabel('Expiration Date')
  await expect(day).toHaveAttribute('placeholder', '2017-01-19')
  for (const wrong of ['2026-02-29', '3001-01-01', '01.02.2026']) {
    await day.fill(wrong)
    await expect(dialog.getByText('Invalid Date')).toBeVisible()
  }
  await day.fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('2030-12-31')

  const theirs = await browser.newPage({ baseURL: fovea.address, locale: 'en-GB' })
  await theirs.goto('/')
  await logIn(theirs, username, password)
  await expect(theirs.getByRole('heading', { name: 'My Images' })).toBeVisible()

  await row.getByRole('button', { name: `Delete ${username}` }).click()
  await expect(dialog).toContainText(
    `Are you sure you want to delete ${username}. This action cannot be undone.`,
  )
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(theirs).toHaveURL(/\/auth$/u)
  await expect(theirs.getByText('Session ended')).toBeVisible()
  await theirs.close()

  await page.getByRole('link', { name: 'Audit trail' }).click()
  await page.getByRole('combobox', { name: 'Action' }).fill('Delete an acc')
  await page.getByRole('option', { name: 'Delete an account' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(username)
  const user = page.getByRole('combobox', { name: 'User', exact: true })
  await user.fill('ADMINIS')
  await page.getByRole('option', { name: 'administrator' }).click()
  await expect(page).toHaveURL(/username=administrator/u)
  await page.getByLabel('From (UTC)', { exact: true }).fill('2999-01-01')
  await expect(page.getByText('No entries')).toBeVisible()
  await page.getByLabel('From (UTC)', { exact: true }).fill('2020-01-31')
  await page.getByLabel('From, time (UTC)').fill('10:30')
  await expect(page).toHaveURL(/from=2020-01-31T10/u)
  await expect(page.getByRole('row').nth(1)).toContainText(username)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The audit trail is intact')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})

test('a person changes the password and signs in with the new one', async ({ page, person }) => {
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: `Hello, ${person.username}` })).toBeVisible()
  await expect(page.getByText('Minimum length of 5 characters.')).toBeVisible()
  const change = page.getByRole('button', { name: 'Change Password' })
  await page.getByLabel('Current Password').fill(password)
  await page.getByLabel('New Password').fill('12345')
  await page.getByLabel('Confirm Password').fill('12345')
  await expect(change).toBeDisabled()
  await page.getByLabel('New Password').fill('New-Horse-8')
  await page.getByLabel('Confirm Password').fill('New-Horse-8')
  await change.click()
  await expect(page.getByText('Password has been changed')).toBeVisible()
  await userMenu(page, person.username).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await logIn(page, person.username, 'New-Horse-8')
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
})
