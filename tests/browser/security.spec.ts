import { expect, password, test } from './fixtures.ts'
import { complaintsOf, givenDataset, givenImage, signIn, signInAsNew } from './given.ts'

/** Names that would do something if a screen took them for more than text. */
const hostile = [
  '<script>alert(1)<script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)' autofocus onfocus='alert(1)",
  'javascript:alert(1)',
  '<iframe srcdoc="<script>alert(1)<script>">',
  '<style>*{background:url(javascript:alert(1))}<style>',
  '<details open ontoggle=alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '$t(shell.admin) {{name}} ${alert(1)}',
] as const

const own = `${Date.now() % 1e6}`

test('hostile names are shown as the text that they are', async ({ page, person }) => {
  const complaints = await complaintsOf(page)
  let last = { id: 0 }
  for (const name of hostile) {
    const gone = await givenDataset(person, `${name} gone ${own}`)
    await person.api.delete(`/api/dataset/${gone.id}`)
    last = await givenDataset(person, `${name} ${own}`, [`${name} ${own}`])
    await givenImage(person, last.id, `${name}.png`)
  }

  for (const address of ['/', '/categories']) {
    await page.goto(address)
    for (const name of hostile) {
      await expect(page.getByRole('listitem').getByText(`${name} ${own}`)).toBeVisible()
    }
  }
  await page.goto('/undo')
  for (const name of hostile) {
    await expect(page.getByRole('cell', { name: `${name} gone ${own}`, exact: true })).toBeVisible()
  }
  const name = hostile.at(-1) ?? ''
  await page.goto(`/dataset/${last.id}`)
  await expect(page.getByRole('heading', { name: `${name} ${own}` })).toBeVisible()
  await expect(page).toHaveTitle(`${name} ${own} · Fovea`)
  await expect(page.getByRole('link', { name: `${name}.png` })).toBeVisible()
  await page.getByRole('button', { name: `${name}.png` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${name}.png has no annotations.`)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`The image ${name}.png was deleted.`)).toBeVisible()
  expect(complaints).toEqual([])
})

test('an administrator sees hostile names as text too', async ({ page, context, admin }) => {
  const complaints = await complaintsOf(page)
  for (const [index, name] of hostile.entries()) {
    const gone = await givenDataset(admin, `${name} seen ${own}`)
    await admin.api.delete(`/api/dataset/${gone.id}`)
    const data = { username: `hostile-${own}-${index}`, name, password }
    expect((await admin.api.post('/api/admin/user/', { data })).ok()).toBe(true)
  }
  await signIn(context, admin)

  await page.goto('/admin/panel')
  for (const name of hostile) await expect(page.getByRole('cell', { name }).first()).toBeVisible()
  await page.goto('/admin/audit?action=deleteDataset')
  for (const name of hostile) await expect(page.getByText(`${name} seen ${own}`)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a hostile name of a user is greeted as text', async ({ page, context, admin }) => {
  const complaints = await complaintsOf(page)
  const name = '<img src=x onerror=alert(1)>'
  await signInAsNew(context, admin, { username: `greeted-${Date.now() % 1e6}`, name })
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: `Hello, ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `User menu of ${name}` })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an address within a page cannot lead to another site', async ({ page, person }) => {
  expect(person.username).not.toBe('')
  const complaints = await complaintsOf(page)
  for (const address of [
    '/undo?type=javascript:alert(1)',
    '/tasks?id=<script>',
    '/%2F%2Fevil.test',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  }
  expect(complaints).toEqual([])
})
