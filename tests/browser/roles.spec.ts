import { readFile } from 'node:fs/promises'

import type { BrowserContext, Page } from '@playwright/test'

import { annotationsOf, Annotator } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage, signIn, signInAsNew } from './given.ts'

type Role = 'clinician' | 'grader' | 'viewer'

interface Shared {
  readonly dataset: number
  readonly image: number
  /** Gives the colleague another role. */
  readonly share: (role: Role | null) => Promise<void>
}

/** A dataset with a photograph that has an annotation and a result, and a colleague in the context. */
async function givenShared(
  { person, admin, context }: { person: Person; admin: Person; context: BrowserContext },
  role: Role,
): Promise<Shared> {
  const dataset = await givenDataset(person, `Roles ${person.username}`, ['Drusen'])
  const image = await givenImage(person, dataset.id, 'wall.png')
  await givenAnnotation(person, image.id)
  const asked = await person.api.post(`/api/resultAI/inference/?original_id=${image.id}`)
  expect(asked.ok(), await asked.text()).toBe(true)
  const colleague = { username: `colleague-${person.username}`, name: 'Park Ji-ho' }
  await signInAsNew(context, admin, colleague)
  const share = async (given: Role | null) => {
    const users = given === null ? [] : [{ username: colleague.username, role: given }]
    const answer = await person.api.post(`/api/dataset/${dataset.id}/share`, { data: { users } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await share(role)
  return { dataset: dataset.id, image: image.id, share }
}

const readOnly = (page: Page) => page.getByText('You may only view this image')

test('a colleague sees and does what the role permits, and the open page follows it', async ({
  person,
  admin,
  fovea,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: fovea.address, locale: 'en-GB' })
  const page = await context.newPage()
  const { dataset, image, share } = await givenShared({ person, admin, context }, 'viewer')

  await page.goto(`/dataset/${dataset}`)
  await expect(page.getByText('You are a viewer of this dataset.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Statistics' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Exports' })).toHaveCount(0)
  for (const name of ['Upload', 'Export', 'Scan', 'Import', 'Analyse']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Menu of .*wall\.png/u }).click()
  await expect(page.getByRole('menuitem', { name: 'Download' }).first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)

  const annotator = await new Annotator(page).open(image)
  await expect(readOnly(page)).toBeVisible()
  const brush = page.getByRole('button', { name: 'Brush' })
  await expect(page.getByRole('button', { name: 'Measure' })).toBeVisible()
  await expect(brush).toHaveCount(0)
  await page.keyboard.press('m')
  for (const x of [300, 400]) await annotator.canvas.click({ position: { x, y: 300 } })
  const drawing = page.getByRole('group', { name: 'Drawing in hand' })
  const undo = drawing.getByRole('button', { name: 'Undo last point' })
  await undo.click()
  await page.keyboard.press('Control+z')
  await expect(drawing).toHaveCount(0)
  await page.getByRole('button', { name: /^Drusen: Annotation 1/u }).click()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Not allowed by your role')).toBeVisible()
  expect(await annotationsOf(person, image)).toHaveLength(1)

  await share('grader')
  await expect(brush).toBeVisible()
  await expect(readOnly(page)).toHaveCount(0)
  await annotator.canvas.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => annotationsOf(person, image)).toHaveLength(2)

  const confirm = page.getByRole('button', { name: 'Confirm' })
  await page.goto(`/report/${image}`)
  await expect(page.getByText(/Only the owner of the dataset and the clinicians/u)).toBeVisible()
  await expect(confirm).toHaveCount(0)
  await share('clinician')
  await expect(confirm).toBeVisible()
  await share(null)
  await page.goto(`/dataset/${dataset}`)
  await expect(page.getByText('This dataset does not exist', { exact: false })).toBeVisible()
  await context.close()
})

test('work of somebody who lost the right is kept, and can be downloaded', async ({
  person,
  admin,
  fovea,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: fovea.address, locale: 'en-GB' })
  const page = await context.newPage()
  const { image, share } = await givenShared({ person, admin, context }, 'grader')
  const annotator = await new Annotator(page).open(image)
  await context.setOffline(true)
  await annotator.canvas.focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: /^Drusen: Annotation 2/u })).toBeVisible()
  await share('viewer')
  await context.setOffline(false)
  await expect(page.getByText(/Annotating takes the role of a grader/u)).toBeVisible({
    timeout: 15_000,
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download changes' }).click()
  const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'))
  expect(saved.images).toMatchObject([{ file_name: 'wall.png' }])
  await share('grader')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => annotationsOf(person, image)).toHaveLength(2)
  await context.close()
})

test('a dataset is shared with a group of users, which an administrator has made', async ({
  page,
  person,
  admin,
  fovea,
  browser,
}) => {
  const name = `Readers ${person.username}`
  const context = await browser.newContext({ baseURL: fovea.address, locale: 'en-GB' })
  await signIn(context, admin)
  const administration = await context.newPage()
  await administration.goto('/admin/panel')
  await administration.getByRole('button', { name: 'Create group' }).click()
  const dialog = administration.getByRole('dialog')
  await dialog.getByLabel('Name of the group').fill(name)
  await dialog.getByRole('combobox', { name: 'Members' }).fill('administrator')
  await administration.getByRole('option', { name: 'administrator', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(administration.getByRole('row').filter({ hasText: name })).toContainText(
    'administrator',
  )
  await context.close()

  const dataset = await givenDataset(person, `Grouped ${person.username}`)
  await page.goto(`/dataset/${dataset.id}?tab=members`)
  await page.getByRole('button', { name: 'Invite Members' }).click()
  await page.getByRole('combobox', { name: 'Groups shared with' }).fill(name)
  await page.getByRole('option', { name: `${name} (1)` }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: `Role of ${name}` })
    .click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: `by ${name}` })).toContainText('Viewer')
})
