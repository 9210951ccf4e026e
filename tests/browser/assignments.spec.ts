import type { Page } from '@playwright/test'

import { drGrade } from '#contract/fields/built-in/dr-grade'

import { expectAccessible } from './accessible.ts'
import { Annotator, givenImages } from './annotator-page.ts'
import { expect, registered, test } from './fixtures.ts'

test('an owner assigns blinded images, a reader grades and submits them by keys, and the owner sees it', async ({
  page,
  person,
  fovea,
  browser,
}) => {
  const username = `${person.username}-reader`
  const api = await registered(fovea.address, username)
  const reading = await browser.newContext({
    baseURL: fovea.address,
    storageState: await api.storageState(),
  })
  const readerPage = await reading.newPage()
  const { dataset } = await givenImages(person, 2)
  const grade = { ...drGrade, required: true, perReader: { showsOthers: false } }
  const set = await person.api.put(`/api/dataset/${dataset.id}/fields`, {
    data: { fields: [grade], replaces: {} },
  })
  expect(set.ok(), await set.text()).toBe(true)

  await page.goto(`/dataset/${dataset.id}?tab=assignments`)
  await page.getByRole('button', { name: 'Assign images…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Second reading')
  await dialog.getByRole('combobox', { name: 'Readers' }).fill(username)
  await page.getByRole('option', { name: username }).click()
  await expect(dialog).toContainText('All 2 images that match the filters')
  const confirmation = dialog.getByRole('checkbox', { name: /^Results are to be confirmed/u })
  await confirmation.check()
  // Blinded readers do not see the results that they would confirm.
  await dialog.getByRole('checkbox', { name: 'Blinded' }).check()
  await expect(confirmation).not.toBeChecked()
  await expect(confirmation).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('By the protocol.')
  await expectAccessible(page, 'assigning images')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  const row = page.getByRole('row', { name: /Second reading/u })
  await expect(row).toContainText('0 of 2 read')
  await expect(row).not.toContainText('being copied')

  await readerPage.goto('/')
  await readerPage.getByRole('link', { name: 'My Work' }).click()
  await expectAccessible(readerPage, 'the own work')
  const loaded = photographsLoadedBy(readerPage)
  await readerPage.getByRole('link', { name: 'Continue Second reading' }).click()
  await expect(readerPage.getByRole('heading', { level: 1 })).toHaveText('case-0001.png')
  const own = readerPage.getByRole('region', { name: 'Assignment' })
  await expect(own).toContainText('Case 1 of 2')
  // The next case is loaded ahead, so that it is there at once.
  await expect.poll(() => loaded.size).toBe(2)
  await own.getByRole('button', { name: 'Submit' }).click()
  await expect(readerPage.getByText(/Answer these fields before you submit/u)).toBeVisible()
  await readerPage.keyboard.press('Shift+G')
  const asked = readerPage.getByRole('radiogroup', { name: 'DR grade' })
  await expect(asked).toBeFocused()
  await readerPage.keyboard.press('2')
  await readerPage.keyboard.press('Enter')
  await expect(own).toContainText('Case 2 of 2')
  await expect(asked).toBeFocused()
  await readerPage.keyboard.press('0')
  await readerPage.keyboard.press('Enter')
  await expect(readerPage).toHaveURL(/\/work$/u)
  await expect(readerPage.getByText('All read')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Second reading' }).click()
  const cases = page.getByRole('table', { name: 'Cases' })
  await expect(cases.getByRole('row', { name: /Submitted/u })).toHaveCount(2)
  await expectAccessible(page, 'the cases of an assignment')
  await page.getByRole('button', { name: /^Hand back case 1/u }).click()
  await page.getByRole('textbox', { name: 'What to look at again' }).fill('The macula')
  await page.getByRole('button', { name: 'Hand back', exact: true }).click()
  await expect(cases.getByRole('row', { name: /Submitted/u })).toHaveCount(1)
  await readerPage.reload()
  await readerPage.getByRole('link', { name: 'Continue Second reading' }).click()
  await expect(own).toContainText('The macula')
  await new Annotator(readerPage).canvas.waitFor()
  await reading.close()
  await api.dispose()
})

/** The ids of the images whose pixels a page asks for from now on. */
function photographsLoadedBy(page: Page): ReadonlySet<string> {
  const ids = new Set<string>()
  page.on('request', (request) => {
    const [, id] = /\/api\/image\/(\d+)\?.*width=/u.exec(request.url()) ?? []
    if (id !== undefined) ids.add(id)
  })
  return ids
}
