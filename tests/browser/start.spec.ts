import { expect, test } from './fixtures.ts'

test('the first page loads without an error', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto('/')
  await expect(page).toHaveTitle(/Fovea/u)
  await expect(page.getByRole('button').first()).toBeVisible()
  expect(errors).toEqual([])
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
