import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage, signIn } from './given.ts'
import { goWithin } from './go-within.ts'

/** The first steps on My Images. */
const stepsOn = (page: Page) => page.getByRole('region', { name: 'First steps' })

const expectDone = (page: Page, title: string) =>
  expect(
    stepsOn(page)
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByText('Done', { exact: true }),
  ).toBeAttached()

test('a reader follows the first steps to the end', async ({ page, person }) => {
  await page.goto('/')
  const steps = stepsOn(page)
  await expect(steps.getByText('0 of 5')).toBeVisible()
  await steps.getByRole('link', { name: 'Open a photograph' }).click()
  const clinic = page.getByRole('dialog', { name: 'Example clinic' })
  await expect(clinic.getByRole('button', { name: 'Load the example clinic' })).toBeVisible()

  const dataset = await givenDataset(person, `Guided ${person.username}`, ['Drusen'])
  const image = await givenImage(person, dataset.id, 'guided.png')
  await goWithin(page, '/categories')
  await goWithin(page, '/')
  const first = steps.getByRole('link', { name: 'Open a photograph' })
  // Until the server has told that there is a photograph, the step leads to the example clinic.
  await expect(first).toHaveAttribute('href', new RegExp(`annotate/${image.id}`, 'u'))
  await first.click()
  await page.getByRole('application').waitFor()

  await page.getByRole('link', { name: 'My Images' }).click()
  await expectDone(page, 'Open a photograph')
  await steps.getByRole('link', { name: 'Have photographs analysed' }).click()
  await expect(page.getByRole('button', { name: 'Analyse all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /guided\.png/u })).toContainText(/Done|Not gradable/u)

  await page.getByRole('link', { name: 'My Images' }).click()
  await expectDone(page, 'Have photographs analysed')
  await steps.getByRole('link', { name: 'Correct a result' }).click()
  await expect(page.getByRole('button', { name: 'Image quality' })).toBeFocused()
  await givenAnnotation(person, image.id)

  await page.getByRole('link', { name: 'My Images' }).click()
  await expectDone(page, 'Correct a result')
  await steps.getByRole('link', { name: 'Confirm a result' }).click()
  await expect(page.getByRole('textbox', { name: 'Note (optional)' })).toBeFocused()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText(/^Confirmed by/u).first()).toBeVisible()

  await page.getByRole('link', { name: 'My Images' }).click()
  await expectDone(page, 'Confirm a result')
  await steps.getByRole('link', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog).toBeHidden()

  await expect(async () => {
    await goWithin(page, '/categories')
    await goWithin(page, '/')
    await expect(page.getByRole('heading', { name: 'My Images' })).toBeVisible()
    await expect(steps).toBeHidden({ timeout: 500 })
  }).toPass()
})

test('an administrator takes the first steps, and resumes them in another browser', async ({
  page,
  context,
  browser,
  admin,
}) => {
  await signIn(context, admin)
  await givenDataset(admin, `Clinic ${Date.now()}`)
  const steps = stepsOn(page)
  await page.goto('/')
  const follow = async (name: string) => {
    await goWithin(page, '/')
    await steps.getByRole('link', { name }).click()
  }
  await follow('Enter the scale of the camera')
  await expect(page.getByRole('button', { name: 'Add a scale' })).toBeFocused()
  await follow('Connect the order system')
  await expect(page.getByRole('combobox', { name: 'REQUIRE MICS QUERY' })).toBeFocused()
  await follow('Decide who may register')
  await expect(page.getByRole('dialog', { name: 'Create a User' })).toBeVisible()
  await follow('Register the DICOM stations')
  const station = page.getByRole('dialog', { name: 'Add station' })
  await station.getByRole('textbox', { name: 'AE title' }).fill('CAMERA_1')
  await station.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1')
  await station.getByRole('combobox', { name: 'Dataset' }).click()
  await page.getByRole('option').first().click()
  await station.getByRole('button', { name: 'Add' }).click()
  await expect(station).toBeHidden()
  await follow('Set up a backup')
  await expect(page.getByRole('heading', { name: 'Backup' })).toBeInViewport()

  await goWithin(page, '/')
  await expectDone(page, 'Register the DICOM stations')
  await steps.getByRole('button', { name: 'Done: Set up a backup' }).click()
  await steps.getByRole('button', { name: 'Skip: Connect the order system' }).click()
  await expectDone(page, 'Set up a backup')
  await steps.getByRole('button', { name: /^Hide/u }).click()
  await expect(steps).toBeHidden()

  const { baseURL } = test.info().project.use
  const other = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    storageState: await admin.api.storageState(),
  })
  const elsewhere = await other.newPage()
  await elsewhere.goto(new URL('/', page.url()).href)
  await expect(elsewhere.getByRole('heading', { name: 'My Images' })).toBeVisible()
  await expect(stepsOn(elsewhere)).toBeHidden()
  await elsewhere.getByRole('button', { name: 'User menu of administrator' }).click()
  await elsewhere.getByRole('menuitem', { name: 'First steps' }).click()
  const help = elsewhere.getByRole('dialog', { name: /^Help/u })
  await expect(help.getByRole('button', { name: 'Take up again: Connect' })).toBeVisible()
  await help.getByRole('button', { name: 'Show on My Images' }).click()
  await elsewhere.keyboard.press('Escape')
  await expect(stepsOn(elsewhere)).toBeVisible()
  await other.close()
})
