import { readFile } from 'node:fs/promises'

import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, signIn } from './given.ts'

test('an administrator finds, exports and erases a patient', async ({ page, context, admin }) => {
  const patient = `P-${Date.now() % 1e6}`
  const { id } = await givenDataset(admin, `Ward ${Date.now() % 1e5}x`)
  const image = await givenImage(admin, id, 'right.png')
  const stated = await admin.api.patch(`/api/image/${image.id}/patient-data`, {
    data: { patient_id: patient },
  })
  expect(stated.ok(), await stated.text()).toBe(true)
  await signIn(context, admin)

  await page.goto('/admin/patients')
  await page.getByLabel('Patient ID').fill(patient)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('link', { name: 'right.png' })).toBeVisible()
  await expectAccessible(page, 'a patient')
  const [archive] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export everything' }).click(),
  ])
  expect((await readFile(await archive.path())).toString('latin1')).toContain('images/right.png')

  await page.getByRole('button', { name: 'Erase for good' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase for good' })
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await dialog.getByLabel('Reason').fill('Request of 3 March')
  await dialog.getByLabel(`Type ${patient} to confirm`).fill(`${patient}0`)
  await expect(erase).toBeDisabled()
  await dialog.getByLabel(`Type ${patient} to confirm`).fill(patient)
  await expectAccessible(page, 'the question')
  await erase.click()
  await expect(page.getByText('1 image of the patient was erased.')).toBeVisible()
  await expect(page.getByText('There is nothing of a patient with this ID.')).toBeVisible()

  const row = page.getByRole('row', { name: /Request of 3 March/u }).first()
  const [record] = await Promise.all([page.waitForEvent('download'), row.getByRole('link').click()])
  const text = await readFile(await record.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ by: admin.username, counts: { images: 1 } })
  expect(text).not.toContain(patient)
})
