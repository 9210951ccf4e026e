import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

import { buildFile, photographWith } from '#dicom/testing/build-file'

import { drawFundus } from '#retina/testing/drawn-fundus'

import { zipOf } from '../../apps/server/src/platform/files/zip.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset } from './given.ts'

async function* files() {
  yield { name: 'CD/eye.dcm', content: Buffer.from(buildFile(photographWith())) }
  const other = photographWith(['00080018', 'UI', '1.2.3.9'])
  const jpegXl = buildFile(other, 'explicit', '1.2.840.10008.1.2.4.110')
  yield await Promise.resolve({ name: 'CD/foreign.dcm', content: Buffer.from(jpegXl) })
}

test('an archive’s DICOM files are listed, explained, and downloaded without a name', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  const dialog = page.getByRole('dialog')
  await page.goto(`/dataset/${dataset.id}`)
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose files' }).click()
  const buffer = Buffer.concat(await Array.fromAsync(zipOf(files(), new Date())))
  await (await chooser).setFiles({ name: 'CD.zip', mimeType: 'application/zip', buffer })
  await expect(dialog.getByText('Added: 2. Already there: 0. Skipped: 0.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const foreign = page.getByRole('listitem').filter({ hasText: 'foreign.dcm' })
  await expect(async () => {
    await page.goto(`/dataset/${dataset.id}?folder=CD`)
    await expect(foreign).toContainText('JPEG XL Lossless is not supported', { timeout: 2000 })
  }).toPass()
  const eye = page.getByRole('listitem').filter({ hasText: 'eye.dcm' })
  await eye.getByRole('button', { name: /Menu|menu/ }).click()
  await page.getByRole('menuitem', { name: 'Download DCM, de-identified' }).click()
  await expect(dialog).toContainText('No field of view was found in this picture')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download unmasked: I have checked' }).click()
  const file = await (await download).path()
  expect((await download).suggestedFilename()).toMatch(/^image-\d+-deidentified\.dcm$/)
  expect((await readFile(file)).includes('Gildong')).toBe(false)
})

test.describe('in a browser of another zone', () => {
  test.use({ timezoneId: 'America/St_Johns' })

  test('the table and the report show the time of the camera’s clock', async ({ page, person }) => {
    const dataset = await givenDataset(person, `Clock ${person.username}`)
    const times = ['20260131233000.000+0900', '20260131163000', '']
    for (const [i, time] of times.entries()) {
      const elements = photographWith(
        ['00080018', 'UI', `1.2.3.${i}`],
        ['0008002A', 'DT', time],
        ['00100020', 'LO', `P-${i}`],
      )
      const answer = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
        multipart: {
          image: {
            name: `${i}.dcm`,
            mimeType: 'application/dicom',
            buffer: Buffer.from(buildFile(elements)),
          },
        },
      })
      expect(answer.ok(), await answer.text()).toBe(true)
      const { id } = (await answer.json()).image
      const shown = ['2026-01-31 23:30 (UTC+9)', '2026-01-31 16:30', '2026-01-31'][i] ?? ''
      await page.goto(`/tabulardataset/${dataset.id}?patientID__icontains=P-${i}`)
      const row = page.getByRole('row').filter({ hasText: `${i}.dcm` })
      await expect(row.getByRole('cell', { name: shown, exact: true }).last()).toBeVisible()
      await page.goto(`/report/${id}`)
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
    }
  })
})

test('a name in the corner of a photograph is masked by a person who has checked the rest', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Named ${person.username}`)
  const size = { width: 640, height: 600 }
  const { data } = drawFundus({ ...size, centre: [330, 300], diameterPx: 510 })
  const name = `<svg width="640" height="600"><text x="8" y="26" font-size="22" fill="#fff">Hong 42</text></svg>`
  const buffer = await sharp(data, { raw: { ...size, channels: 3 } })
    .composite([{ input: Buffer.from(name) }])
    .png()
    .toBuffer()
  const added = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
    multipart: { image: { name: 'eye.png', mimeType: 'image/png', buffer } },
  })
  expect(added.ok(), await added.text()).toBe(true)

  const dialog = page.getByRole('dialog')
  await page.goto(`/dataset/${dataset.id}`)
  const eye = page.getByRole('listitem').filter({ hasText: 'eye.png' })
  await eye.getByRole('button', { name: /Menu|menu/ }).click()
  await page.getByRole('menuitem', { name: 'Download DCM, de-identified' }).click()
  await expect(dialog).toContainText('Only you can check for text')
  await expect(dialog.getByRole('img', { name: 'Original picture' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Everything outside' })).toBeVisible()
  const mask = dialog.getByRole('button', { name: 'Mask and download' })
  await expect(mask).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I have checked the masked picture/ }).check()
  const download = page.waitForEvent('download')
  await mask.click()
  const file = await readFile(await (await download).path())
  await expect(dialog).toBeHidden()
  expect(file.includes('Outside of the field of view masked')).toBe(true)
  // The name was in the uppermost rows, which are plain pixels now, from the first one on.
  const pixels = file.subarray(file.length - 3 * size.width * size.height)
  expect(pixels.subarray(0, 3 * size.width * 30).every((value) => value === 0)).toBe(true)
})

test('of two images of one DICOM instance a person chooses the one that counts', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  const series = ['0020000E', 'UI', '1.2.3.9'] as const
  const objects = {
    'first.dcm': photographWith(series),
    'second.dcm': photographWith(series, ['00100020', 'LO', 'P-78']),
  }
  for (const [name, elements] of Object.entries(objects)) {
    const buffer = Buffer.from(buildFile(elements))
    const answer = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
      multipart: { image: { name, mimeType: 'application/dicom', buffer } },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await page.goto(`/dataset/${dataset.id}`)
  const second = page.getByRole('listitem').filter({ hasText: 'second.dcm' })
  await second.getByRole('button', { name: /^Waits for a choice/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Which image should be used?' })
  await expect(dialog.getByRole('row', { name: /Patient ID \(0010,0020\)/ })).toContainText('P-78')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'second.dcm' })
    .getByRole('button', { name: /^Use image/ })
    .click()
  const first = page.getByRole('listitem').filter({ hasText: 'first.dcm' })
  await expect(first.getByRole('button', { name: /^Set aside/ })).toBeVisible()
  await expect(second.getByRole('button', { name: /Waits for a choice/ })).toBeHidden()
})
