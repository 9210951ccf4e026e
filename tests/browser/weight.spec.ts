import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'
import { weigh } from './weight.ts'

for (const [locale, button] of [
  ['en-GB', 'Login'],
  ['ko-KR', '로그인'],
] as const) {
  test.describe(`in the language of ${locale}`, () => {
    test.use({ locale })
    for (const address of ['/auth', '/']) {
      test(`the sign-in page is light, also for a visitor of ${address}`, async ({
        page,
        admin: _admin,
      }) => {
        const { requests, bytes } = await weigh(page, address)
        await expect(page.getByRole('button', { name: button })).toBeVisible()
        expect(requests).toBeLessThanOrEqual(15)
        expect(bytes).toBeLessThanOrEqual(150_000)
      })
    }
  })
}

test('the annotator is light: its code and styles, without photograph and data', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, 'Light', ['Lesion'])
  const image = await givenImage(person, dataset.id, 'light.png')
  const { requests, bytes } = await weigh(page, `/annotate/${image.id}`)
  await expect(page.getByText('Lesion').first()).toBeVisible()
  expect(requests).toBeLessThanOrEqual(40)
  expect(bytes).toBeLessThanOrEqual(600_000)
})
