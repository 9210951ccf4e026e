import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, signIn } from './given.ts'
import { goWithin } from './go-within.ts'

test('the key ? opens the help of every page, and Escape returns to the page', async ({
  page,
  context,
  admin,
}) => {
  await signIn(context, admin)
  const dataset = await givenDataset(admin, `Help ${Date.now()}`, ['Drusen'])
  const image = await givenImage(admin, dataset.id, 'help.png')
  const topics = {
    '/': 'My Images',
    [`/tabulardataset/${dataset.id}`]: 'Table of a dataset',
    [`/dataset/${dataset.id}`]: 'Dataset',
    [`/annotate/${image.id}`]: 'Annotator',
    [`/report/${image.id}`]: 'Report',
    [`/report/${image.id}/patient`]: 'Course of a patient',
    '/categories': 'Categories',
    '/undo': 'Undo',
    '/tasks': 'Tasks',
    '/user': 'User settings',
    '/admin/panel': 'Users',
    '/admin/audit': 'Audit trail',
    '/admin/models': 'Models',
    '/admin/references': 'Reference ranges',
    '/admin/patients': 'Patients',
    '/admin/dicom': 'DICOM',
    '/admin/outbox': 'Outbox',
    '/admin/system': 'System',
    '/about': 'About',
    '/nowhere': 'Other pages',
  }
  await page.goto('/about')
  await page.getByRole('heading', { name: 'About Fovea' }).waitFor()
  for (const [address, topic] of Object.entries(topics)) {
    await goWithin(page, address)
    const button = page.getByRole('button', { name: 'Help', exact: true })
    await button.focus()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: `Help: ${topic}` })
    await expect(help, address).toBeVisible()
    await expect(help.getByRole('heading', { name: 'First steps' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await expect(button, address).toBeFocused()
  }
})

test('the key ? is text while the user types', async ({ page, person: _person }) => {
  await page.goto('/?open=create')
  const name = page.getByRole('textbox', { name: 'Dataset Name' })
  await name.press('?')
  await expect(name).toHaveValue('?')
  await expect(page.getByRole('dialog', { name: /^Help/u })).toBeHidden()
})

test('without an account, Need help? leads to the help about all pages', async ({
  page,
  admin,
}) => {
  expect(admin.username).not.toBe('')
  await page.goto('/auth')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /Need help/u }).click()
  const help = await opened
  await expect(help.getByRole('heading', { name: 'Annotator', exact: true })).toBeVisible()
  await expect(help.getByText('Confirm a result')).toBeVisible()
})
