import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

test('the owner of a dataset sets its order system, and the password is never shown again', async ({
  page,
  person,
}) => {
  const { id } = await givenDataset(person, `MICS of ${person.username}`)
  await page.goto(`/tabulardataset/${id}`)
  await page.getByRole('button', { name: 'Settings' }).click()
  const section = page.locator('form', { hasText: 'SERVICENAME' })
  await expect(section.getByText('Demonstration')).toBeVisible()
  await expect(section.getByLabel('PORT')).toHaveValue('1521')
  await expect(section.getByLabel('SERVICENAME')).toHaveValue('ORCL')
  await section.getByLabel('PORT').fill('0')
  await expect(section.getByText('A number from 1 to 65535.')).toBeVisible()
  await section.getByLabel('PORT').fill('1522')
  await section.getByLabel('USERNAME').fill('fovea')
  await section.getByRole('textbox', { name: 'PASSWORD' }).fill('hunter2')
  await section.getByRole('button', { name: 'Test connection' }).click()
  await expect(section.getByText(/not a hospital’s system/u)).toBeVisible()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The MICS settings were saved.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(section.getByLabel('PORT')).toHaveValue('1522')
  await expect(section.getByRole('textbox', { name: 'PASSWORD' })).toHaveValue('')
  await expect(section.getByText('A password is stored.')).toBeVisible()
})

test('an image without an order says why in its row, and is not referred', async ({
  page,
  person,
}) => {
  const { id } = await givenDataset(person, `Orders of ${person.username}`)
  const MICS = { REQUIRE: true }
  await person.api.post(`/api/dataset/${id}`, { data: { settings: { MICS } } })
  await givenImage(person, id, 'unknown.png')
  await page.goto(`/tabulardataset/${id}`)
  const row = page.getByRole('row', { name: /unknown\.png/u })
  await row.getByRole('button', { name: /^Analyse image/u }).click()
  await expect(page.getByText('unknown.png: image retrieval failed')).toBeVisible()
  await expect(page.getByText(/The image has no patient ID/u).first()).toBeVisible()
  await row.getByRole('button', { name: /^Find the order/u }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/The image has no patient ID/u)).toBeVisible()
})

for (const [locale, words] of [
  ['en-GB', { predict: 'Predict AI', why: /requires an order before an analysis.*no patient ID/u }],
  ['ko-KR', { predict: 'AI 분석', why: /처방이 확인된 영상만 분석.*등록번호가 없어/u }],
] as const) {
  test.describe(`to a reader of ${locale}`, () => {
    test.use({ locale })
    test('the menu of a row says why an image without an order is not analysed', async ({
      page,
      person,
    }) => {
      const { id } = await givenDataset(person, `Menu of ${person.username}`)
      const MICS = { REQUIRE: true }
      await person.api.post(`/api/dataset/${id}`, { data: { settings: { MICS } } })
      await givenImage(person, id, 'unknown.png')
      await page.goto(`/tabulardataset/${id}`)
      await page.getByRole('button', { name: /unknown\.png/u }).click()
      await page.getByRole('menuitem', { name: words.predict }).click()
      await expect(page.getByRole('alert').filter({ hasText: words.why })).toBeVisible()
      const row = page.getByRole('row', { name: /unknown\.png/u })
      await expect(row.getByRole('cell', { name: /^- /u })).toBeVisible()
    })
  })
}

test('a result that cannot be sent is shown in its row and to administrators, who try it again', async ({
  page,
  context,
  admin,
}) => {
  const name = `Results ${Date.now()}`
  const { id } = await givenDataset(admin, name)
  const MICS = { REQUIRESEND: true }
  await admin.api.post(`/api/dataset/${id}`, { data: { settings: { MICS } } })
  const image = await givenImage(admin, id, 'nobody.png')
  const { cookies } = await admin.api.storageState()
  await context.addCookies(cookies)
  await page.goto(`/tabulardataset/${id}`)
  const row = page.getByRole('row', { name: /nobody\.png/u })
  await row.getByRole('button', { name: /^Analyse image/u }).click()
  await expect(row.getByText('Analysed, sending failed')).toBeVisible({ timeout: 90_000 })
  await page.goto('/datasets')
  await expect(page.getByText(/message(s were| was) refused by/u)).toBeVisible()
  await page.getByRole('link', { name: 'Show', exact: true }).click()
  const message = page.getByRole('row', { name: /Result for the order system/u }).first()
  await expect(message).toContainText('The image has no patient ID')
  await expect(message.getByRole('link', { name: 'nobody.png' })).toHaveAttribute(
    'href',
    new RegExp(`/annotate/${image.id}$`, 'u'),
  )
  await message.getByRole('button', { name: 'Try nobody.png now' }).click()
  await expect(page.getByText('The message is being sent.')).toBeVisible()
})
