import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { password } from '../../tests/http-client.ts'
import type { Newcomer } from './newcomer.ts'

/** A goal of a newcomer; `act` returns when the screen shows it. */
interface Stage {
  readonly name: string
  readonly act: (person: Newcomer) => Promise<unknown>
}

const username = 'newcomer'

/** From the first page to an export of the example clinic, and the report of an own photograph. */
export function journey(folder: string): readonly Stage[] {
  const own = path.join(folder, 'example-clinic/02_h.jpg')
  return [
    { name: 'register the first account', act: register },
    { name: 'load the example clinic', act: loadClinic },
    { name: 'twelve photographs are analysed', act: clinicAnalysed },
    { name: 'open a photograph with its results', act: openPhotograph },
    { name: 'open its report', act: openReport },
    { name: 'export and download', act: exportAll },
    { name: 'upload an own photograph', act: (person) => upload(person, own) },
    { name: 'it is analysed', act: analyse },
    { name: 'open it with its results', act: openPhotograph },
    { name: 'open its report', act: openReport },
  ]
}

async function register(person: Newcomer): Promise<void> {
  await person.type('Username', username)
  await person.type('Password', password)
  await person.type('Confirm Password', password)
  await person.click(person.page.getByRole('button', { name: 'Register' }))
  await person.page.getByRole('heading', { name: 'My Images' }).waitFor()
}

async function loadClinic(person: Newcomer): Promise<void> {
  await person.follow('Load the example clinic')
  await person.page.getByText('12 images', { exact: true }).waitFor()
}

/** One of the twelve is out of focus on purpose. */
async function clinicAnalysed(person: Newcomer): Promise<void> {
  await analysed(person, 11)
  await person.page.getByText('Not gradable: it is blurred').waitFor()
}

async function analysed({ page }: Newcomer, count: number): Promise<void> {
  await page
    .getByRole('cell', { name: 'Analysed', exact: true })
    .nth(count - 1)
    .waitFor()
}

/** The first photograph of the table. */
async function openPhotograph(person: Newcomer): Promise<void> {
  const { page } = person
  await person.click(page.getByRole('row').nth(1).getByRole('link').first())
  await page.getByRole('application').waitFor()
  await person.follow('Measurements')
  await page.getByText('CRAE').first().waitFor()
}

async function openReport(person: Newcomer): Promise<void> {
  await person.follow('Report for clinicians')
  // In the table, or among what could not be measured.
  await person.page.getByText(/^CRAE/u).first().waitFor()
  await person.page.getByRole('img', { name: 'Photograph' }).waitFor()
}

async function exportAll(person: Newcomer): Promise<void> {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'My Images' }))
  await person.click(page.getByRole('link', { name: /^Example clinic/u }))
  await person.follow('Export')
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Export' }))
  const downloading = page.waitForEvent('download')
  await person.click(page.getByRole('link', { name: /^Download/u }).first())
  const download = await downloading
  checkCoco(JSON.parse(await readFile(await download.path(), 'utf8')))
}

/** The parts of COCO's format that another program relies on, written down independently. */
const Coco = z.object({
  images: z.array(z.object({ id: z.int(), file_name: z.string() })).min(1),
  annotations: z
    .array(z.object({ image_id: z.int(), category_id: z.int(), area: z.number().positive() }))
    .min(1),
  categories: z.array(z.object({ id: z.int(), name: z.string() })).min(1),
})

function checkCoco(document: unknown): void {
  const { images, annotations, categories } = Coco.parse(document)
  const [imageIds, categoryIds] = [images, categories].map(
    (all) => new Set(all.map(({ id }) => id)),
  )
  for (const { image_id: image, category_id: category } of annotations) {
    if (imageIds?.has(image) && categoryIds?.has(category)) continue
    throw new Error(`The export refers to image ${image} or category ${category}, which it lacks.`)
  }
}

/** Into the dataset that a new account has. */
async function upload(person: Newcomer, file: string): Promise<void> {
  const { page } = person
  await person.click(page.getByRole('link', { name: 'My Images' }))
  await person.click(page.getByRole('link', { name: username, exact: true }))
  await person.click(page.getByRole('button', { name: 'Upload' }).first())
  const choosing = page.waitForEvent('filechooser')
  const dialog = page.getByRole('dialog')
  await person.click(dialog.getByRole('button', { name: 'Choose files' }))
  await (await choosing).setFiles(file)
  await dialog.getByText('1 out of 1 images uploaded successfully').waitFor()
  await person.click(dialog.getByRole('button', { name: 'Close' }).last())
  await page
    .getByRole('row')
    .filter({ hasText: path.basename(file) })
    .waitFor()
}

async function analyse(person: Newcomer): Promise<void> {
  await person.click(person.page.getByRole('button', { name: /^Analyse image/u }))
  await analysed(person, 1)
}
