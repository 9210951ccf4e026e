import { expect, test } from './fixtures.ts'

test('the first page loads without an error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await expect(page).toHaveTitle(/Fovea/u)
  await expect(page.getByRole('button').first()).toBeVisible()
  expect(errors).toEqual([])
})

test('the sign-in page names its tab after the form that is shown', async ({
  page,
  admin: _admin,
}) => {
  await page.goto('/auth')
  await expect(page).toHaveTitle('Login · Fovea')
  await page.getByRole('tab', { name: 'Register' }).click()
  await expect(page).toHaveTitle('Register · Fovea')
})

test('the icons that the page names are pictures', async ({ page }) => {
  await page.goto('/')
  const icons = await page.locator('link[rel*=icon]').all()
  expect(icons.length).toBeGreaterThan(1)
  for (const icon of icons) {
    const answer = await page.request.get((await icon.getAttribute('href')) ?? '')
    expect(answer.headers()['content-type']).toMatch(/^image/u)
  }
})

for (const [language, label] of [
  ['en', 'Report a vulnerability:'],
  ['ko', '보안 취약점 신고:'],
] as const) {
  test(`the about page links to the operator's security contact (${language})`, async ({
    page,
    person: _person,
  }) => {
    await page.addInitScript({ content: `localStorage.setItem('language', '${language}')` })
    await page.goto('/about')
    await expect(page.getByText(label)).toBeVisible()
    await expect(page.getByRole('link', { name: 'security@clinic.example' })).toHaveAttribute(
      'href',
      'mailto:security@clinic.example',
    )
  })
}

test('security.txt is served, not the page of the application', async ({ fovea, request }) => {
  const answer = await request.get(`${fovea.address}/.well-known/security.txt`)
  expect(answer.headers()['content-type']).toContain('text/plain')
  expect(await answer.text()).toContain('Contact: mailto:security@clinic.example')
})
