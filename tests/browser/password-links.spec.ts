import { expect, password, registered, test } from './fixtures.ts'
import { complaintsOf, signIn } from './given.ts'

test('a user who forgot the password chooses a new one by a link', async ({
  page,
  context,
  admin,
  fovea,
  browser,
}) => {
  const username = `forgetful.${Date.now() % 1e6}`
  await (await registered(fovea.address, username)).dispose()
  await signIn(context, admin)
  await page.goto('/admin/panel')
  await page.getByLabel('Username or name').fill(username)
  await page.getByRole('button', { name: `Edit ${username}` }).click()
  await page.getByRole('button', { name: 'Create link for a new password' }).click()
  const link = await page.getByLabel('Link for a new password').inputValue()
  expect(link).toContain('/new-password#')

  const theirs = await browser.newPage({ locale: 'en-GB' })
  const complaints = await complaintsOf(theirs)
  await theirs.goto(link)
  await expect(theirs.getByText(`For the account ${username}.`)).toBeVisible()
  await theirs.getByLabel('New Password').fill('Kestrel-47-umber')
  await theirs.getByLabel('Confirm Password').fill('Kestrel-47-umbra')
  await expect(theirs.getByText('The passwords do not match.')).toBeVisible()
  await theirs.getByLabel('Confirm Password').fill('Kestrel-47-umber')
  await theirs.getByRole('button', { name: 'Save password' }).click()
  await expect(theirs.getByText('The password was changed.')).toBeVisible()
  expect(complaints).toEqual([])

  await theirs.goto('about:blank')
  await theirs.goto(link)
  await expect(theirs.getByRole('alert')).toContainText('This link cannot be used any more')
  await theirs.getByRole('link', { name: 'To the sign-in page' }).click()
  await theirs.getByLabel('Username').fill(username)
  await theirs.getByLabel('Password', { exact: true }).fill('Kestrel-47-umber')
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await theirs.close()
})

test('a password that an administrator has set is changed before the screens are shown', async ({
  page,
  person,
  admin,
}) => {
  const answer = await admin.api.patch(`/api/admin/user/${person.username}`, {
    data: { password: 'quiet7' },
  })
  expect(answer.ok()).toBe(true)
  await page.goto('/')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill('quiet7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Choose a new one that only you know.')).toBeVisible()
  await page.getByLabel('Current Password').fill('quiet7')
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
})
