import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { writeModelFolder } from '../../apps/server/src/testing/model-folder.ts'
import { writeNumberModel } from '../../apps/server/src/testing/number-model.ts'
import { examplePhotograph } from '../../apps/server/src/testing/fixture-file.ts'
import { startFovea } from '../running-fovea.ts'
import { Annotator, annotationsOf } from './annotator-page.ts'
import { expect, registered, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

/** An analysis on a machine that is busy with other things. */
const patience = { timeout: 150_000 }

test('an analysis is run, read, corrected by hand and measured again', async ({ page, person }) => {
  test.setTimeout(500_000)
  const file = examplePhotograph('02_h.jpg')
  const created = await person.api.post('/api/dataset/', {
    data: { name: `Eyes ${person.username}`, categories: ['arterioles', 'venules'] },
  })
  const { id: dataset } = await created.json()
  const buffer = await readFile(file)
  const sent = await person.api.post(`/api/image/?dataset_id=${dataset}`, {
    multipart: { image: { name: 'eye.jpg', mimeType: 'image/jpeg', buffer } },
  })
  const image: number = (await sent.json()).image.id
  const annotator = await new Annotator(page).open(image)
  await page.getByRole('button', { name: 'Run analysis' }).click()
  const kinds = page.getByRole('button', { name: 'Arterioles and venules', exact: true })
  await expect(kinds).toHaveAttribute('aria-pressed', 'true', patience)
  await expect(page.getByText('Venule: striped')).toBeVisible()
  await expect(page.getByText('AI analysis result; it needs confirmation')).toBeVisible()

  const measurements = page.getByRole('button', { name: 'Measurements' })
  await measurements.click()
  const panel = page.getByRole('complementary', { name: 'Measurements' })
  await expect(panel.getByText(/No scale is stated/)).toBeVisible()
  const calibres = panel.locator('dl').first()
  const before = await calibres.textContent()
  expect(before).toMatch(/CRAE.*± .*DD.*CRVE.*± .*DD.*AVR/)
  await page.getByRole('button', { name: 'Cardiovascular risk' }).click()
  await expect(page.getByText('The sex is missing.')).toBeVisible()
  await expect(page.getByText('What it does not mean')).toBeVisible()

  // The grid takes the place of the result, by the disc and the fovea that the analysis has found.
  await page.keyboard.press('y')
  const grid = page.getByRole('complementary', { name: 'ETDRS grid' })
  await expect(grid.getByText(/Drag the centre of the disc/)).toBeVisible()
  await page.keyboard.press('y')

  // Vessels are followed by the map of the analysis.
  const map = page.waitForResponse((answer) => answer.url().endsWith('map=vessels'))
  await page.keyboard.press('Space')
  await page.keyboard.press('t')
  expect((await map).ok()).toBe(true)
  await page.keyboard.press('s')
  await page.keyboard.press('Control+z')
  await expect.poll(() => annotationsOf(person, image), patience).toEqual([])

  // This person swaps arterioles and venules.
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
  // "Arterioles" wider than venules are not arterioles.
  const confused = 'arterioles and venules seem to be confused'
  await expect(panel.getByText(confused).first()).toBeVisible()
})

test('the findings of an assistant requested here open automatically', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const file = examplePhotograph('02_h.jpg')
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
        image: { name: 'eye.jpg', mimeType: 'image/jpeg', buffer: await readFile(file) },
      },
    })
    await page.goto(`${fovea.address}/annotate/${(await sent.json()).image.id}`)
    await page.getByRole('button', { name: 'Assistants' }).click()
    await page.getByRole('menuitem', { name: 'Propose lesions: Tiny bright' }).click()
    const panel = page.getByRole('complementary', { name: 'Assistant findings' })
    await expect(panel.getByText('Knows nothing.')).toBeVisible(patience)
    await page.goto('about:blank')
    await api.dispose()
  } finally {
    await fovea.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('a dataset’s owner chooses a network for each task, and keeps it when the file is damaged', async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-chosen-'))
  await writeNumberModel(folder, { id: 'judge', role: 'quality', value: 0.3 })
  await writeNumberModel(folder, { id: 'ten-years', role: 'risk', value: 0.124 })
  const maps = [
    { id: 'own-vessels', role: 'vessel-av', planes: 'vessel' },
    { id: 'own-marks', role: 'landmarks', planes: 'disc,fovea' },
  ]
  for (const { planes, ...model } of maps) {
    const count = planes.split(',').length
    const weights = Array.from({ length: count }, () => [1, 1, 1])
    await writeModelFolder(folder, { ...model, planes, weights, bias: weights.map(() => -1) })
  }
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true', MODELS_DIR: folder })
  try {
    const api = await registered(fovea.address, 'kim')
    await context.addCookies((await api.storageState()).cookies)
    const dataset = await givenDataset({ username: 'kim', api }, 'Chosen')
    const open = async () => {
      await page.goto(`${fovea.address}/dataset/${dataset.id}`)
      await page.getByRole('tab', { name: 'Settings' }).click()
    }
    const choices = [
      ['Image quality', 'judge'],
      ['Vessels, arterioles and venules', 'own-vessels'],
      ['Optic disc and fovea', 'own-marks'],
      ['Cardiovascular risk', 'ten-years'],
    ] as const
    await open()
    for (const [task, model] of choices) {
      await page.getByLabel(task).selectOption(model)
      await expect(page.getByLabel(task)).toBeEnabled()
      await expect(page.getByLabel(task)).toHaveValue(model)
    }
    await writeFile(path.join(folder, 'ten-years/model.onnx'), 'damaged')
    await page.goto(`${fovea.address}/admin/models`)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('The SHA-256 of model.onnx')).toBeVisible()
    await open()
    for (const [task, model] of choices) await expect(page.getByLabel(task)).toHaveValue(model)
    await page.goto('about:blank')
    await api.dispose()
  } finally {
    await fovea.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
