import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

test('the owner of a dataset sets its PACS and tries the connection', async ({ page, person }) => {
  const { id } = await givenDataset(person, `PACS of ${person.username}`)
  await page.goto(`/dataset/${id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const section = page.locator('section', { hasText: 'FORCELOSSLESSTRANFERPROTOCOL' })
  await section.getByLabel('IP', { exact: true }).fill('10.99.0.1')
  await section.getByLabel('PORT').fill('70000')
  await expect(section.getByText('A number from 1 to 65535.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Save' })).toBeDisabled()
  await section.getByLabel('PORT').fill('11112')
  await section.getByLabel('MODALITY').selectOption('OP')
  await section.getByRole('button', { name: 'Test connection' }).click()
  await expect(section.getByRole('alert')).toContainText('An administrator can allow it')
  await section.getByLabel('IP', { exact: true }).fill('pacs.clinic.lan')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The PACS settings were saved.')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(section.getByLabel('IP', { exact: true })).toHaveValue('pacs.clinic.lan')
  await expect(section.getByLabel('MODALITY')).toHaveValue('OP')
})

test('the owner sets a DICOMweb service, whose password is never shown', async ({
  page,
  person,
}) => {
  const { id } = await givenDataset(person, `DICOMweb of ${person.username}`)
  await page.goto(`/dataset/${id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const section = page.locator('section', { hasText: 'FORCELOSSLESSTRANFERPROTOCOL' })
  const password = section.getByLabel('DICOMweb password')
  await expect(password).toHaveCount(0)
  await section.getByLabel('Send by').selectOption('STOW-RS')
  await expect(section.getByRole('button', { name: 'Save' })).toBeDisabled()
  await section.getByLabel('DICOMweb address').fill('https://pacs.clinic.lan/dicom-web')
  await section.getByLabel('DICOMweb user').fill('fovea')
  await password.fill('hunter2')
  await section.getByLabel('Storage commitment').selectOption('true')
  await expect(section.getByText('STOW-RS has no storage commitment')).toBeVisible()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The PACS settings were saved.')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(section.getByLabel('Send by')).toHaveValue('STOW-RS')
  await expect(password).toHaveValue('')
  await expect(section.getByText('A password is stored.')).toBeVisible()
  await section.getByLabel('MODALITY').selectOption('OP')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The PACS settings were saved.')).toBeVisible()
  await expect(section.getByText('A password is stored.')).toBeVisible()
  await section.getByLabel('DICOMweb user').fill('')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('Stored encrypted and never shown.')).toBeVisible()
})

test('only a dataset with a PACS can search it, and an unavailable one is reported', async ({
  page,
  person,
}) => {
  const { id } = await givenDataset(person, `Archive of ${person.username}`)
  await page.goto(`/tabulardataset/${id}`)
  await expect(page.getByRole('button', { name: 'Upload' }).first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Retrieve from PACS' })
  await expect(button, 'there is no archive yet').toHaveCount(0)
  const PACS = { IP: 'pacs.clinic.lan' }
  await person.api.post(`/api/dataset/${id}`, { data: { settings: { PACS } } })
  await page.reload()
  await button.click()
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('button', { name: 'Search' })
  await dialog.getByLabel('Patient ID').fill('P\\*')
  await expect(dialog.getByText('At least one letter or digit')).toBeVisible()
  await expect(search).toBeDisabled()
  await dialog.getByLabel('Patient ID').fill('P-2*')
  await search.click()
  const failure = dialog.getByRole('alert', { name: 'The PACS could not be searched' })
  await expect(failure).toContainText('The PACS could not be reached')
  await expect(dialog.getByRole('button', { name: 'Retrieve', exact: true })).toBeDisabled()
})

test('an administrator sets which stations may send, and to which dataset', async ({
  page,
  admin,
  context,
}) => {
  const name = `Cameras ${Date.now()}`
  await givenDataset(admin, name)
  const { cookies } = await admin.api.storageState()
  await context.addCookies(cookies)
  await page.goto('/admin/dicom')
  await expect(page.getByText('The DICOM receiver is not running')).toBeVisible()
  await page.getByRole('button', { name: 'Add station' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('AE title').fill('FUNDUS_CAM_1')
  await dialog.getByLabel('Address').fill('10.1.0')
  await expect(dialog.getByText('An IP address, or a subnet such as 10.1.0.0/16.')).toBeVisible()
  await dialog.getByLabel('Address').fill('10.1.0.7')
  await dialog.getByLabel('Dataset').fill(name)
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'Add station' }).click()
  const row = page.getByRole('row', { name: /FUNDUS_CAM_1/ })
  await expect(row).toContainText(name)
  await row.getByRole('button', { name: 'Remove FUNDUS_CAM_1' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row).toBeHidden()
})
