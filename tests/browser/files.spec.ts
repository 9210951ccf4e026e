import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, photograph } from './given.ts'

test('a whole folder is uploaded with its paths, and a scan reports its findings', async ({
  page,
  person,
  fovea,
}) => {
  const name = `Folders ${person.username}`
  const dataset = await givenDataset(person, name)
  const dialog = page.getByRole('dialog')
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-upload-'))
  try {
    await mkdir(path.join(folder, 'left'))
    for (const file of ['one.png', 'left/two.png', 'left/.hidden.png']) {
      await writeFile(path.join(folder, file), (await photograph(file)).buffer)
    }
    await page.goto(`/dataset/${dataset.id}`)
    await page.getByRole('button', { name: 'Upload' }).first().click()
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a folder' }).click()
    await (await chooser).setFiles(folder)
    await expect(dialog.getByText('2 out of 2 images uploaded successfully')).toBeVisible()
    await expect(dialog.getByText(`${path.basename(folder)}/left/two.png`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  } finally {
    await rm(folder, { recursive: true })
  }

  await page.goto(`/dataset/${dataset.id}?folder=${path.basename(folder)}`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await expect(
    dialog.getByText(`They are uploaded to the folder ${path.basename(folder)}.`),
  ).toBeVisible()
  const single = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files' }).click()
  await (await single).setFiles(await photograph('three.png'))
  await expect(dialog.getByText(`${path.basename(folder)}/three.png`)).toBeVisible()
  await expect(dialog.getByText('1 out of 1 images uploaded successfully')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/dataset/${dataset.id}`)

  await givenImage(person, dataset.id, 'gone.png')
  const kept = path.join(fovea.dataFolder, 'datasets', name)
  await rm(path.join(kept, 'gone.png'))
  await writeFile(path.join(kept, 'new.png'), (await photograph('new.png')).buffer)
  await writeFile(path.join(kept, 'notes.txt'), 'no photograph')
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('Added: 1. Missing: 1. Skipped: 1.')).toBeVisible()
  const gone = page.getByRole('listitem').filter({ hasText: 'gone.png' })
  await expect(gone).toContainText('The file is missing from the folder')
  await expect(page.getByRole('listitem').filter({ hasText: 'new.png' })).toBeVisible()
})

test('a folder of a patient is found among many', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Patients ${person.username}`)
  for (let number = 1; number <= 35; number += 1) {
    const name = `eye-${number}.png`
    const query = `dataset_id=${dataset.id}&folder=patient-${number}/2026`
    const answer = await person.api.post(`/api/image/?${query}`, {
      multipart: { image: await photograph(name) },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.goto(`/dataset/${dataset.id}`)
  const folders = page.getByRole('navigation', { name: 'Folders in this folder' })
  await expect(folders.getByRole('button')).toHaveCount(30)
  await expect(folders.getByText('and 5 more folders')).toBeVisible()
  await folders.getByRole('textbox', { name: 'Find a folder' }).fill('T-34')
  await folders.getByRole('button', { name: 'patient-34' }).click()
  await folders.getByRole('button', { name: '2026' }).click()
  await expect(page.getByRole('link', { name: /eye-34\.png/u })).toBeVisible()
})
