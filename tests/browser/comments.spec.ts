import { expectAccessible, expectAccessibleAsShown } from './accessible.ts'
import { Annotator, openPhotograph } from './annotator-page.ts'
import { boxOf } from './boxes.ts'
import { expect, registered, test } from './fixtures.ts'

test('a question at a place reaches the person whom it mentions, is answered and resolved', async ({
  browser,
  fovea,
  page,
  person,
}) => {
  const { image, dataset } = await openPhotograph(page, person)
  const api = await registered(fovea.address, `asked-${person.username}`)
  const users = [{ username: `asked-${person.username}`, role: 'grader' }]
  const shared = await person.api.post(`/api/dataset/${dataset.id}/share`, { data: { users } })
  expect(shared.ok(), await shared.text()).toBe(true)
  const storageState = await api.storageState()
  const context = await browser.newContext({ baseURL: fovea.address, storageState })
  const colleague = await context.newPage()
  await colleague.goto('/datasets')

  await page.getByRole('application').hover({ position: { x: 300, y: 240 } })
  await page.keyboard.press('Shift+C')
  await page.keyboard.type('A haemorrhage? @asked')
  await page.getByRole('option', { name: `asked-${person.username}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const thread = page.getByRole('region', { name: 'Comments' }).getByRole('listitem').first()
  await expect(thread).toContainText(`A haemorrhage? @asked-${person.username}`)

  await expectAccessible(page, 'comments')
  await colleague.getByRole('button', { name: '1 unread comment for you' }).click()
  await colleague.getByRole('menuitem', { name: 'A haemorrhage?' }).click()
  await expect(colleague).toHaveURL(new RegExp(`/annotate/${image}\\?thread=`))
  const asked = colleague.getByRole('region', { name: 'Comments' })
  await expect(colleague.getByRole('button', { name: 'No unread comments for you' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: /^Comment 1: A haem/ })).toBeVisible()
  await asked.getByRole('button', { name: 'Answer' }).click()
  await colleague.keyboard.type('No, a vessel.')
  await asked.getByRole('button', { name: 'Send' }).click()

  await expect(thread).toContainText('No, a vessel.')
  await page.getByRole('button', { name: /^Comment 1/ }).click()
  await thread.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(thread).toContainText('Resolved by')
  await expect(colleague.getByText('Resolved by')).toBeVisible()
  await context.close()
  await api.dispose()
})

test('a comment that cannot be sent is kept, and sent when the server is back', async ({
  page,
  person,
}) => {
  const { image } = await openPhotograph(page, person)
  await page.keyboard.press('Shift+C')
  await page.keyboard.type('Gradable?')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('The text is kept')
  await page.context().setOffline(false)
  await expect(page.getByText('Whole image')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCount(0)
  await new Annotator(page).open(image)
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('Gradable?')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a comment is on the place that is tapped', async ({ page, person }) => {
    const { annotator } = await openPhotograph(page, person)
    await page.getByRole('button', { name: 'Comments', exact: true }).first().tap()
    const panel = page.getByRole('region', { name: 'Comments' })
    await panel.getByRole('button', { name: 'New comment' }).tap()
    await expect(panel.getByText('Whole image', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Choose place' }).tap()
    await expect(panel.getByRole('status')).toHaveText('Click or tap the place on the photograph')
    const [x, y] = await annotator.onScreen(400, 300)
    await page.touchscreen.tap(x, y)
    await expect(panel.getByText('Place on the photograph')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Drusen?')
    await panel.getByRole('button', { name: 'Send' }).tap()
    const pin = page.getByRole('button', { name: 'Comment 1: Drusen?' })
    const { x: left, y: top, height } = await boxOf(pin)
    // The tip of the pin is at its lower left corner.
    expect(Math.abs(left - x) + Math.abs(top + height + 3 - y)).toBeLessThan(4)
  })
})

test('the menu of comments for one is accessible while it is empty', async ({
  page,
  person: _person,
}) => {
  await page.goto('/datasets')
  await page.getByRole('button', { name: 'No unread comments for you' }).click()
  const told = 'Comments that mention or answer you appear here.'
  await expect(page.getByRole('menuitem', { name: told })).toBeVisible()
  await expectAccessibleAsShown(page, 'comments for one')
})
