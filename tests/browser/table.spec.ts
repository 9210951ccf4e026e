import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from '@playwright/test'

import { fixtureFile } from '../../apps/server/src/testing/fixture-file.ts'
import { expect, type Person, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

/** Three patients: one with a Korean name, one with two groups of names, one without an id. */
const studies = [
  'syntaxes/000_rgb_le.dcm',
  'hostile/71_kr_utf8.dcm',
  'hostile/80_no_pid.dcm',
] as const

async function givenStudies(person: Person): Promise<{ id: number }> {
  const dataset = await givenDataset(person, `Clinic ${person.username}`)
  for (const name of studies) {
    const buffer = await readFile(fixtureFile(`dicom/${name}`))
    const image = { name: path.basename(name), mimeType: 'application/dicom', buffer }
    const answer = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
      multipart: { image },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return dataset
}

interface Widths {
  readonly scrollWidth: number
  readonly clientWidth: number
}

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

test('a clinic’s table shows the studies of the day first, and all of them when asked', async ({
  page,
  person,
}) => {
  const dataset = await givenStudies(person)
  await page.goto(`/tabulardataset/${dataset.id}`)
  await expect(page.getByText(/^No images from \d{4}-\d\d-\d\d$/u)).toBeVisible()
  await page.getByRole('button', { name: 'Show all images' }).click()
  await expect(rows(page)).toHaveCount(3)
  const first = rows(page).filter({ hasText: '000_rgb_le.dcm' })
  await expect(first).toContainText('P0000')
  await expect(first).toContainText('2026-11-01')
  await expect(first).toContainText('OD')

  await page.reload()
  await expect(rows(page), 'the table is as it was left').toHaveCount(3)
})

test('in a narrow sidebar the CSV link shows its name in its middle, as the buttons do', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Narrow ${person.username}`)
  await page.setViewportSize({ width: 920, height: 1180 })
  await page.goto(`/tabulardataset/${dataset.id}`)
  const link = page.getByRole('link', { name: 'Export CSV' })
  const offMiddle = async () => {
    const [outer, inner] = [await link.boundingBox(), await link.getByText('CSV').boundingBox()]
    if (outer === null || inner === null) return null
    return Math.abs(inner.y + inner.height / 2 - (outer.y + outer.height / 2))
  }
  await expect.poll(offMiddle).toBeLessThan(2)
})

test('the table is searched by patient, ordered by its columns, and opens an image', async ({
  page,
  person,
}) => {
  const dataset = await givenStudies(person)
  await page.goto(`/tabulardataset/${dataset.id}?order=patientName`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Patient ID').fill('p0000')
  await page.getByLabel('Patient ID').press('Enter')
  await expect(rows(page).filter({ hasText: '000_rgb_le.dcm' })).toBeVisible()
  await page.getByLabel('Patient ID').fill('nobody')
  await page.getByLabel('Patient ID').press('Enter')
  await expect(page.getByText('No image matches the filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(3)

  const heading = page.getByRole('columnheader', { name: 'ID', exact: true })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).first()).toContainText('80_no_pid.dcm')
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page).last()).toContainText('80_no_pid.dcm')

  await rows(page).last().getByRole('cell').nth(1).click()
  await expect(page).toHaveURL(/\/annotate\/\d+\?/u)
  await page.keyboard.press('p')
  await expect(page, 'the image before it in the table').not.toHaveURL(/80_no_pid/u)
})

test('DICOM metadata are shown on demand, and the menu offers every download', async ({
  page,
  person,
}) => {
  const dataset = await givenStudies(person)
  await page.goto(`/tabulardataset/${dataset.id}?order=file_name`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('switch', { name: 'DICOM metadata' }).click()
  await expect(page.getByText('(0010,0020) Patient ID').first()).toBeVisible()
  await page.getByRole('switch', { name: 'DICOM metadata' }).click()
  await expect(page.getByText('(0010,0020) Patient ID')).toHaveCount(0)

  const menu = page.getByRole('button', { name: /000_rgb_le\.dcm/u })
  await menu.click()
  for (const entry of ['View', 'Predict AI', 'Download PNG', 'Delete', 'Export CSV']) {
    await expect(page.getByRole('menuitem', { name: entry })).toBeVisible()
  }
  const arriving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download DCM', exact: true }).click()
  const received = await (await arriving).path()
  expect(await readFile(received)).toEqual(await readFile(fixtureFile(`dicom/${studies[0]}`)))

  const csv = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const table = await csv
  expect(table.suggestedFilename()).toBe(`Clinic ${person.username}_export.csv`)
  expect(await readFile(await table.path(), 'utf8')).toContain('"P0000"')
})

test('pictures without a study are shown at once, with their unknown facts marked', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Research ${person.username}`)
  await page.goto(`/tabulardataset/${dataset.id}`)
  await expect(page.getByText('No images found in directory.')).toBeVisible()
  await givenImage(person, dataset.id, 'eye.png')
  const row = rows(page).filter({ hasText: 'eye.png' })
  await expect(row).toBeVisible()
  await expect(row).toContainText('N/A')
  await page.getByRole('link', { name: /Show as pictures/u }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'eye.png' })).toBeVisible()
})

test('a window of 1280 pixels has room for every column, also of long values', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Narrow ${person.username}`)
  await givenImage(person, dataset.id, 'eye.png')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.route(/\/api\/dataset\/\d+\/data/u, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const long = { stateMICS: 'Referred', patientID: 'P-0123456789'.repeat(4) }
    const images = body.images.map((image: object) => ({
      ...image,
      ...long,
      studyDate: '2026-11-01',
      studyDate_image: '2026-11-01T09:12:00',
      patientName: 'Featherstonehaugh-Cholmondeley Alexandrina',
      metadata: { ORD_SEQ: '20261101-000123' },
    }))
    await route.fulfill({ response: answer, json: { ...body, images } })
  })
  await page.goto(`/tabulardataset/${dataset.id}`)
  await expect(rows(page)).toContainText('Analysis requested')
  const excess = await page
    .getByRole('region', { name: 'Images by patient' })
    .evaluate(({ scrollWidth, clientWidth }: Widths) => scrollWidth - clientWidth)
  expect(excess).toBeLessThanOrEqual(0)
})

test('rows show the photograph, shorten long names in their middle, and are 40 pixels high', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `UIDs ${person.username}`)
  const name = '1.2.826.0.1.3680043.8.498.45787841905988114249.png'
  await givenImage(person, dataset.id, name)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/tabulardataset/${dataset.id}`)
  const row = rows(page)
  const picture = row.getByRole('img', { name: `Photograph ${name}` })
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  const link = row.getByRole('link', { name, exact: true })
  await expect(link.getByTitle(name)).toBeVisible()
  expect((await link.boundingBox())?.width).toBeLessThan(200)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(41)

  await row.getByRole('button', { name: /^Menu of/u }).click()
  const entries = page.getByRole('menuitem')
  await expect(entries.first()).toBeInViewport({ ratio: 1 })
  await expect(entries.last()).toBeInViewport({ ratio: 1 })
  await expect(entries.last()).toHaveText('Delete')
})

test('several images are chosen, and deleted together and restored; a refusal stops no other', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Several ${person.username}`, ['Haemorrhage'])
  const names = ['a.png', 'b.png', 'c.png', 'd.png']
  const images = []
  for (const name of names) images.push(await givenImage(person, dataset.id, name))
  // The page does not hear that somebody else deletes an image.
  await page.route(/\/api\/events/u, (route) => route.abort())
  await page.goto(`/tabulardataset/${dataset.id}?order=file_name`)
  await expect(rows(page)).toHaveCount(4)
  const box = (place: number) => rows(page).nth(place).getByRole('checkbox')
  await box(1).check()
  await box(3).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected images' })
  await expect(bar).toContainText('3 images selected')

  await bar.getByRole('button', { name: 'Categories' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name: 'Haemorrhage' }).click()
  await page.keyboard.press('Tab')
  const read = page.waitForResponse(new RegExp(`/api/dataset/${dataset.id}/data`, 'u'))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('The categories of 3 images were saved.')).toBeVisible()
  // The page has read the list again; it does not learn of a deletion that follows.
  await read

  const gone = images[2]?.id ?? 0
  expect((await person.api.delete(`/api/image/${gone}`)).ok()).toBe(true)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('Delete 3 images?')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert').filter({ hasText: `${gone} c.png:` })).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  const deleted = page.getByRole('alert').filter({ hasText: '2 images were deleted.' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 images were restored, with their annotations.')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
})

test('the images that are chosen among the pictures are exported alone', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Chosen ${person.username}`)
  for (const name of ['a.png', 'b.png', 'c.png']) await givenImage(person, dataset.id, name)
  await page.goto(`/dataset/${dataset.id}?tab=images`)
  await page.getByRole('checkbox', { name: 'Select all images of the page' }).check()
  const card = page.getByRole('listitem').filter({ hasText: 'b.png' })
  await card.getByRole('checkbox').uncheck()
  const bar = page.getByRole('region', { name: 'Selected images' })
  await expect(bar).toContainText('2 images selected')
  await bar.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export of 2 images' })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('tab', { name: 'Exports' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('2 images')
})

test('the switch groups the table by visit, and the choice is remembered', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Visits ${person.username}`)
  const given = async (name: string, changes: Record<string, string>) => {
    const { id } = await givenImage(person, dataset.id, name)
    const answer = await person.api.patch(`/api/image/${id}/patient-data`, { data: changes })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const kim = { patient_id: 'P-1', patient_name: 'Kim' }
  await given('a.png', { ...kim, taken_at: '2026-03-01T09:00:00' })
  await given('b.png', { patient_id: 'P-2', patient_name: 'Lee', taken_at: '2026-03-01T09:00:00' })
  await given('c.png', { ...kim, taken_at: '2026-03-01T09:00:00' })
  await page.goto(`/tabulardataset/${dataset.id}?order=file_name`)
  await page.getByRole('switch', { name: 'Group by visit' }).click()
  const heading = page.getByRole('rowheader', { name: /Kim P-1 2026-03-01 2 images/u })
  await expect(heading).toBeVisible()
  const group = page.getByRole('rowgroup').filter({ has: heading })
  await expect(heading.getByRole('link')).toHaveAttribute('href', /\/report\/\d+\/patient$/u)
  await expect(group.getByRole('link')).toHaveCount(3)
  await page.reload()
  await expect(heading).toBeVisible()
})

test('filters are saved under a name, used again, renamed and deleted', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Filters ${person.username}`)
  for (const name of ['left.png', 'right.png']) await givenImage(person, dataset.id, name)
  await page.goto(`/tabulardataset/${dataset.id}?order=file_name`)
  await page.getByLabel('File Name').fill('left')
  await page.getByLabel('File Name').press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('left eyes')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('File Name').fill('')
  await page.getByLabel('File Name').press('Enter')
  await expect(rows(page)).toHaveCount(2)

  await page.goto(`/dataset/${dataset.id}?tab=images`)
  await expect(page.getByRole('listitem').filter({ hasText: 'right.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await page.getByRole('menuitem', { name: 'left eyes' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'right.png' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'left.png' })).toBeVisible()

  await page.getByRole('button', { name: 'left eyes' }).click()
  await page.getByRole('menuitem', { name: 'Rename or delete…' }).click()
  await page.getByRole('textbox', { name: 'Name of left eyes' }).fill('OS')
  await page.getByRole('button', { name: 'Rename left eyes' }).click()
  await page.getByRole('button', { name: 'Delete OS' }).click()
  await expect(page.getByText('The filter OS was deleted.')).toBeVisible()
})
