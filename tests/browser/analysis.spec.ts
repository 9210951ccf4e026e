import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { writeModelFolder } from '../../apps/server/src/testing/model-folder.ts'
import { realFile } from '../../apps/server/src/testing/real-file.ts'
import { startFovea } from '../running-fovea.ts'
import { Annotator, annotationsOf } from './annotator-page.ts'
import { expect, registered, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

/** An analysis on a machine that is busy with other things. */
const patience = { timeout: 150_000 }

test('an analysis is run, read, corrected by hand and measured again', async ({ page, person }) => {
  test.setTimeout(500_000)
  const file = realFile('fundus/chasedb1/Image_01L.jpg')
  test.skip(file === undefined, 'There is no real photograph to analyse.')
  const created = await person.api.post('/api/dataset/', {
    data: { name: `Eyes ${person.username}`, categories: ['arterioles', 'venules'] },
  })
  const { id: dataset } = await created.json()
  const buffer = await readFile(file ?? '')
  const sent = await person.api.post(`/api/image/?dataset_id=${dataset}`, {
    multipart: { image: { name: 'eye.jpg', mimeType: 'image/jpeg', buffer } },
  })
  const image: number = (await sent.json()).image.id
  const annotator = await new Annotator(page).open(image)
  await page.getByRole('button', { name: 'Run analysis' }).click()
  const kinds = page.getByRole('button', { name: 'Arterioles and venules' })
  await expect(kinds).toHaveAttribute('aria-pressed', 'true', patience)
  await expect(page.getByText('Venule: striped')).toBeVisible()
  await expect(page.getByText('AI analysis result; it needs confirmation')).toBeVisible()

  const measurements = page.getByRole('button', { name: 'Measurements' })
  await measurements.click()
  const panel = page.getByRole('complementary', { name: 'Measurements' })
  await expect(panel.getByText(/do not compare them with other eyes/)).toBeVisible()
  await expect(panel.getByText(/Reference 108.7 to 170.3/).first()).toBeVisible()
  const calibres = panel.locator('dl').first()
  const before = await calibres.textContent()
  expect(before).toMatch(/CRAE.*± .*µm.*CRVE.*± .*µm.*AVR/)
  await page.getByRole('button', { name: 'Cardiovascular risk' }).click()
  await expect(page.getByText('The sex is missing.')).toBeVisible()
  await expect(page.getByText('What it does not mean')).toBeVisible()

  // What the analysis took for arterioles are venules to this person, and the other way round.
  await kinds.click()
  await page.getByRole('button', { name: 'Turn into annotations' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Arterioles')).toContainText('arterioles')
  await dialog.getByLabel('Arterioles').selectOption('venules')
  await dialog.getByLabel('Venules').selectOption('arterioles')
  await dialog.getByRole('button', { name: 'Create annotations' }).click()
  await expect.poll(async () => (await annotationsOf(person, image)).length, patience).toBe(2)
  await expect(annotator.state('Saved')).toBeVisible()

  await measurements.click()
  await page.getByRole('button', { name: 'Measure on corrected areas' }).click()
  await expect(dialog.getByLabel('Arterioles are in')).toContainText('arterioles')
  await dialog.getByRole('button', { name: 'Measure', exact: true }).click()
  await expect(kinds).toHaveAttribute('aria-pressed', 'true', patience)
  await measurements.click()
  await expect(panel.getByText(`Measured on areas corrected by ${person.username}`)).toBeVisible()
  await expect(panel.locator('dl').first()).not.toHaveText(before ?? '')
})

test('what an assistant finds opens by itself when it was asked for here', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const file = realFile('fundus/chasedb1/Image_01L.jpg')
  test.skip(file === undefined, 'There is no real photograph to analyse.')
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-assistants-'))
  await writeModelFolder(folder)
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', MODELS_DIR: folder })
  try {
    const api = await registered(fovea.address, 'kim')
    await context.addCookies((await api.storageState()).cookies)
    const person = { username: 'kim', api }
    const dataset = await givenDataset(person, 'Assisted', ['bright'])
    const sent = await api.post(`/api/image/?dataset_id=${dataset.id}`, {
      multipart: {
        image: { name: 'eye.jpg', mimeType: 'image/jpeg', buffer: await readFile(file ?? '') },
      },
    })
    await page.goto(`${fovea.address}/annotate/${(await sent.json()).image.id}`)
    await page.getByRole('button', { name: 'Assistants' }).click()
    await page.getByRole('menuitem', { name: 'Search with Tiny bright' }).click()
    const panel = page.getByRole('complementary', { name: 'Findings of an assistant' })
    await expect(panel.getByText('Knows nothing.')).toBeVisible(patience)
    await page.goto('about:blank')
    await api.dispose()
  } finally {
    await fovea.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
