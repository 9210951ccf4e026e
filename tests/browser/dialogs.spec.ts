import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, type Person, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage, signIn } from './given.ts'

/** The button, or the button of a menu and its entry, that opens a dialog. */
type Way = readonly [string] | readonly [string, string]

interface Given {
  dataset: { id: number; name: string }
  image: { id: number }
  category: string
}

async function givenSomethingEverywhere(admin: Person): Promise<Given> {
  const own = `${Date.now() % 1e6}`
  const name = `Dialogs ${own}`
  // Early in the alphabet, because other tests fill the first page of the list.
  const category = `Abscess ${own}`
  const dataset = await givenDataset(admin, name, [category])
  const image = await givenImage(admin, dataset.id, `eye-${own}.png`)
  await givenAnnotation(admin, image.id)
  return { dataset: { id: dataset.id, name }, image, category }
}

function waysOf({ dataset, image, category }: Given, user: string): Record<string, Way[]> {
  const ofImage = `Menu of ${image.id} `
  return {
    '/': [
      ['Create Dataset'],
      ['Help'],
      [`Menu of ${dataset.name}`, 'Share'],
      [`Menu of ${dataset.name}`, 'Edit'],
      [`Menu of ${dataset.name}`, 'Delete'],
    ],
    '/categories': [['Create'], [`Menu of ${category}`, 'Edit'], [`Menu of ${category}`, 'Delete']],
    [`/tabulardataset/${dataset.id}`]: [
      ['Upload'],
      ['Export'],
      ['Settings'],
      [ofImage, 'FHIR'],
      [ofImage, 'Patient data'],
      [ofImage, 'Download DCM, de-identified'],
      [ofImage, 'Delete'],
    ],
    [`/dataset/${dataset.id}`]: [['Generate'], ['Import'], ['Export']],
    [`/dataset/${dataset.id}#settings`]: [
      ['New field'],
      ['Patient data from a CSV file…'],
      ['Reset All Metadata'],
    ],
    '/user': [['Create access token']],
    '/admin/panel': [['Create User'], [`Renew ${user}`], [`Edit ${user}`], [`Delete ${user}`]],
    '/admin/dicom': [['Add station']],
    [`/annotate/${image.id}`]: [
      ['Help'],
      ['Copy annotations'],
      ['Settings'],
      [`Menu of ${category}`, 'Colour'],
      [`Menu of ${category} 1`, 'Category, colour, metadata…'],
    ],
  }
}

/** Opens a dialog by the keyboard, and returns the button that must get the focus back. */
async function open(page: Page, [button, item]: Way): Promise<Locator> {
  const opener = page.getByRole('button', { name: button, exact: item === undefined }).first()
  await expect(opener).toBeEnabled()
  await opener.press('Enter')
  if (item !== undefined) {
    const entry = page.getByRole('menuitem', { name: item }).first()
    await entry.waitFor()
    // The menu has set timers by now that give the focus to its first entry.
    await page.evaluate(() => new Promise((done) => setTimeout(done)))
    await entry.press('Enter')
  }
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
  return opener
}

test.use({ actionTimeout: 15_000 })

test('every dialog returns the focus to its opener', async ({ page, context, admin, person }) => {
  test.setTimeout(240_000)
  const given = await givenSomethingEverywhere(admin)
  await signIn(context, admin)
  const dialog = page.getByRole('dialog')
  for (const [screen, ways] of Object.entries(waysOf(given, person.username))) {
    await page.goto(screen)
    if (screen.endsWith('#settings')) await page.getByRole('tab', { name: 'Settings' }).click()
    for (const way of ways) {
      await test.step(`${screen}: ${way.join(', ')}`, async () => {
        const opener = await open(page, way)
        // An open list within the dialog takes the first one.
        await expect(async () => {
          await page.keyboard.press('Escape')
          await expect(dialog).toHaveCount(0, { timeout: 1000 })
        }).toPass()
        await expect(opener).toBeFocused()
        await open(page, way)
        const cancel = dialog.getByRole('button', { name: /^(?:Cancel|Close)$/u }).last()
        await cancel.press('Enter')
        await expect(dialog).toHaveCount(0)
        await expect(opener).toBeFocused()
      })
    }
  }
})

test('a deleted row leaves the focus on its neighbour', async ({ page, person }) => {
  await givenDataset(person, `First ${person.username}`)
  await givenDataset(person, `Second ${person.username}`)
  await page.goto('/')
  await open(page, [`Menu of Second ${person.username}`, 'Delete'])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  const cards = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Menu of/u }) })
  await expect(cards).toHaveCount(2)
  await expect(cards.first().locator(':focus')).toBeVisible()
})

test('a dialog keeps its input if the user clicks beside it', async ({ page, person }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: person.username, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create Dataset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Dataset' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  const name = dialog.getByLabel('Dataset Name')
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 400)
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Create Dataset' }).click()
  await name.fill('Half a name')
  await page.mouse.click(5, 400)
  await question.getByRole('button', { name: 'Continue editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(name).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Dataset' })).toBeFocused()
})

test('the place of the scroll bar is as dark as the page under a dialog', async ({
  page,
  person: _person,
}) => {
  await page.goto('/?open=create')
  await expect(page.getByRole('dialog', { name: 'Create Dataset' })).toBeVisible()
  await expect(async () => {
    const row = { left: 0, top: 600, width: page.viewportSize()?.width ?? 0, height: 1 }
    const picture = sharp(await page.screenshot())
      .extract(row)
      .greyscale()
    const pixels = await picture.raw().toBuffer()
    const [left = 0, right = 0] = [pixels[2], pixels.at(-2)]
    expect(left).toBeLessThan(130)
    expect(Math.abs(left - right)).toBeLessThan(8)
  }).toPass()
})
