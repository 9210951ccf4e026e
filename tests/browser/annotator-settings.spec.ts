import type { Page } from '@playwright/test'

import { openPhotograph } from './annotator-page.ts'
import { expect, type Person, test } from './fixtures.ts'

test.describe.configure({ timeout: 90_000 })

async function keptOf({ api }: Person) {
  return (await api.get('/api/user/preferences')).json()
}

async function openSettings(page: Page, tab: 'Tools' | 'Keyboard') {
  await page.keyboard.press('Control+,')
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

const polygon = (page: Page) => page.getByRole('button', { name: 'Polygon', exact: true })
const pressed = (page: Page, name: string) =>
  expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true')

test('a shortcut is changed by pressing other keys, and works at the next visit', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const { annotator } = await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('b')
  const dialog = await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Change keys: Polygon' }).click()
  await expect(dialog.getByRole('textbox', { name: 'New keys: Polygon' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Alt+p')
  const row = dialog.getByRole('listitem', { name: 'Polygon' })
  await expect(row.getByText('Ctrl+Alt+P')).toBeVisible()
  await expect
    .poll(async () => (await keptOf(person)).shortcuts)
    .toEqual([{ name: 'polygon', keys: ['Mod+Alt+p'] }])
  // In a dialog no key is a shortcut, and the key that closes it does nothing else.
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await pressed(page, 'Brush')

  const elsewhere = await browser.newContext({ storageState: await person.api.storageState() })
  const other = await elsewhere.newPage()
  await other.goto(`${baseURL}${new URL(page.url()).pathname}`)
  await other.getByRole('application').waitFor()
  await other.keyboard.press('Space')
  await other.keyboard.press('Control+Alt+p')
  await pressed(other, 'Polygon')
  await other.keyboard.press('s')
  await other.keyboard.press('v')
  await pressed(other, 'Select')
  await other.getByRole('button', { name: 'Polygon', exact: true }).hover()
  await expect(other.getByRole('tooltip', { name: 'Polygon (Ctrl+Alt+P)' })).toBeVisible()
  await elsewhere.close()
  await expect(annotator.canvas).toBeVisible()
})

test('keys that another command has are swapped or left, and all can be reset', async ({
  page,
  person,
}) => {
  await openPhotograph(page, person)
  const dialog = await openSettings(page, 'Keyboard')
  const record = async (name: string, keys: string) => {
    await dialog.getByRole('button', { name: `Change keys: ${name}` }).click()
    await page.keyboard.press(keys)
  }
  const row = (name: string) => dialog.getByRole('listitem', { name, exact: true })
  await record('Polygon', 'w')
  await expect(dialog.getByRole('alert')).toHaveText(/W is already assigned to Magic wand\./)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row('Polygon').getByText('V', { exact: true })).toBeVisible()
  await record('Polygon', 'w')
  await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await expect(row('Polygon').getByText('W', { exact: true })).toBeVisible()
  await expect(row('Magic wand').getByText('V', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset to defaults: Polygon' }).click()
  await expect(row('Magic wand').getByText('W', { exact: true })).toBeVisible()

  await record('Brush', 'F5')
  await expect(dialog.getByRole('alert')).toHaveText(/F5 cannot be assigned/)
  await record('Brush', 'Shift+u')
  await expect(row('Brush').getByText('Shift+U')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset all to defaults' }).click()
  await expect(row('Brush').getByText('B', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Shift+Click').first()).toBeVisible()
  await expect.poll(async () => (await keptOf(person)).shortcuts).toEqual([])
})

test('preferences of tools are changed in the settings, and only within their limits', async ({
  page,
  person,
}) => {
  await openPhotograph(page, person)
  const dialog = await openSettings(page, 'Tools')
  const eraser = dialog.getByRole('group', { name: 'Eraser' })
  await expect(eraser.getByLabel('Radius')).toHaveValue('30 px')
  await expect(eraser.getByLabel('Step of the keys')).toHaveValue('2 px')
  await expect(eraser.getByLabel('Smallest part that stays')).toHaveValue('10 px²')
  const wand = dialog.getByRole('group', { name: 'Magic wand' })
  await expect(wand.getByLabel('Threshold')).toHaveValue('30')
  await wand.getByLabel('Threshold').fill('12')
  await eraser.getByLabel('Radius').fill('44')
  await eraser.getByLabel('Radius').blur()
  await expect
    .poll(async () => (await keptOf(person)).tools)
    .toMatchObject({ eraser: { radius: 44 }, magicWand: { threshold: 12 } })
  await eraser.getByLabel('Radius').fill('9999')
  await eraser.getByLabel('Radius').blur()
  await expect(eraser.getByLabel('Radius')).toHaveValue('500 px')
  await dialog.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(eraser.getByLabel('Radius')).toHaveValue('30 px')
  await expect
    .poll(async () => (await keptOf(person)).tools)
    .toMatchObject({ eraser: { radius: 30 }, magicWand: { threshold: 30 } })
})

test('preferences that cannot be saved are reported, kept, and saved on retry', async ({
  page,
  person,
}) => {
  const { annotator } = await openPhotograph(page, person)
  await page.route('**/api/user/preferences', async (route) => {
    if (route.request().method() === 'PUT') await route.abort()
    else await route.continue()
  })
  const dialog = await openSettings(page, 'Keyboard')
  await dialog.getByRole('button', { name: 'Change keys: Polygon' }).click()
  await page.keyboard.press(';')
  await expect(page.getByText('Preferences not saved')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.reload()
  await annotator.canvas.waitFor()
  await page.keyboard.press('Space')
  // The keys are one's own as soon as they have been read.
  await expect(async () => {
    await page.keyboard.press(';')
    await expect(polygon(page)).toHaveAttribute('aria-pressed', 'true', { timeout: 500 })
  }).toPass()
  expect((await keptOf(person)).shortcuts).toBeUndefined()
  await page.keyboard.press('b')
  await page.keyboard.press(']')
  await expect(page.getByText('Preferences not saved')).toBeVisible()
  await page.unroute('**/api/user/preferences')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Preferences not saved')).toHaveCount(0)
  expect(await keptOf(person)).toMatchObject({
    shortcuts: [{ name: 'polygon', keys: [';'] }],
    tools: { brush: { radius: 17 } },
  })
})

test('preferences that are changed offline are saved when the network returns', async ({
  context,
  page,
  person,
}) => {
  await openPhotograph(page, person)
  await context.setOffline(true)
  await page.keyboard.press('a')
  await expect(page.getByText('Preferences not saved')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Preferences not saved')).toHaveCount(0)
  expect((await keptOf(person)).tools).toMatchObject({ newAfterStroke: true })
})

test('keys work while Korean is typed, and never write into fields', async ({ page, person }) => {
  await openPhotograph(page, person)
  await page.keyboard.press('Space')
  const korean = (key: string, code: string) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
        { key: '${key}', code: '${code}', bubbles: true, cancelable: true }))`,
    )
  await korean('ㅠ', 'KeyB')
  await pressed(page, 'Brush')
  await korean('Process', 'KeyE')
  await pressed(page, 'Eraser')
  await page
    .getByRole('searchbox', { name: 'Find category, number or creator' })
    .pressSequentially('v')
  await pressed(page, 'Eraser')
})

test('preferences that are damaged or from another version are read as far as possible', async ({
  page,
  person,
}) => {
  const shortcuts = [{ name: 'brush', keys: ['x'] }, { name: 'polygon', keys: 7 }, null, 'box']
  await person.api.put('/api/user/preferences', { data: { shortcuts, tools: ['brush'] } })
  await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('x')
  await pressed(page, 'Brush')
  await page.keyboard.press('v')
  await pressed(page, 'Polygon')
})

test('the help of the annotator and that of all pages list the keys as the user has them', async ({
  page,
  person,
}) => {
  await person.api.put('/api/user/preferences', {
    data: {
      shortcuts: [
        { name: 'centre', keys: ['Alt+0'] },
        { name: 'help', keys: ['F1'] },
      ],
    },
  })
  await openPhotograph(page, person)
  await page.keyboard.press('?')
  await page.keyboard.press('F1')
  const help = page.getByRole('dialog', { name: 'Help: Annotator' })
  await expect(help.getByText('Alt+0')).toBeVisible()
  await expect(help.getByText('Two fingers', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await page.goto('/categories')
  const button = page.getByRole('button', { name: 'Help', exact: true })
  await expect(button).toHaveAttribute('aria-keyshortcuts', 'F1')
  await page.keyboard.press('F1')
  await expect(page.getByRole('dialog', { name: 'Help: Categories' })).toBeVisible()
  await page.goto('/help')
  await expect(page.getByText('Alt+0')).toBeVisible()
})
