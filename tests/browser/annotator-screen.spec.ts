import type { Page } from '@playwright/test'

import { Annotator, openPhotograph } from './annotator-page.ts'
import { boxOf, holds, overlap } from './boxes.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

const notice = (page: Page) => page.locator('.mantine-Notification-root')
const listed = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Disc: Annotation ${number}( |$)`) })

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 800, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport })

    test('a notice covers neither tools nor their settings nor the list', async ({
      page,
      person,
    }) => {
      await openPhotograph(page, person)
      await page.keyboard.press('b')
      await expect(notice(page)).toContainText('No annotation selected')
      await expect
        .poll(async () => {
          const told = await boxOf(notice(page))
          const others = [
            page.getByRole('toolbar', { name: 'Tools' }),
            page.getByRole('group', { name: 'Tool settings' }),
            page.getByRole('complementary', { name: 'Image and annotations' }),
          ]
          const boxes = await Promise.all(others.map(boxOf))
          return boxes.filter((box) => overlap(told, box)).length
        })
        .toBe(0)
    })
  })
}

test('one draws through a notice, which can be closed', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  await page.keyboard.press('b')
  await expect(notice(page)).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('r')
  const { x, y, width, height } = await boxOf(notice(page))
  await page.mouse.click(x + width / 3, y + height / 2)
  await page.mouse.click(x + width + 60, y - 60)
  await expect(page.getByRole('button', { name: 'Disc: Annotation 1 by' })).toBeVisible()
  await expect(annotator.state('Saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('b')
  await notice(page).getByRole('button').click()
  await expect(notice(page)).toHaveCount(0)
})

test('after a click in the list the keys are shortcuts again, not a search', async ({
  page,
  person,
}) => {
  await openPhotograph(page, person)
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  const search = page.getByRole('searchbox')
  await search.fill('disc')
  await listed(page, 1).click()
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Brush', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(search).toHaveValue('disc')
  await search.click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(search).toBeFocused()
})

test('Escape closes the image settings that a click has opened', async ({ page, person }) => {
  await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Image settings' }).click()
  const panel = page.getByRole('region', { name: 'Image settings' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('the image settings open by a key and leave the photograph free', async ({ page, person }) => {
  const { annotator } = await openPhotograph(page, person)
  const before = await boxOf(annotator.canvas)
  await page.keyboard.press('Shift+I')
  const panel = page.getByRole('region', { name: 'Image settings' })
  await panel.getByRole('switch', { name: 'Invert' }).press('Space')
  expect(await boxOf(annotator.canvas)).toEqual(before)
  const { x } = await boxOf(panel)
  expect(x).toBeGreaterThanOrEqual(before.x + before.width)
  await panel.getByRole('button', { name: 'Reset' }).click()
  await page.keyboard.press('Shift+I')
  await expect(panel).toHaveCount(0)
})

test.describe('on an upright tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 } })

  test('the grid leaves the list, the save state and the photograph free', async ({
    page,
    person,
  }) => {
    const { annotator } = await openPhotograph(page, person)
    await page.keyboard.press('y')
    const grid = page.getByRole('complementary', { name: 'ETDRS grid' })
    await expect(grid).toBeVisible()
    const panel = page.getByRole('complementary', { name: 'Image and annotations' })
    const [opened, list, canvas] = await Promise.all([
      boxOf(grid),
      boxOf(panel),
      boxOf(annotator.canvas),
    ])
    expect(overlap(opened, list)).toBe(false)
    expect(overlap(opened, canvas)).toBe(false)
    expect(list.width).toBeGreaterThan(400)
    await expect(annotator.state('Saved')).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('tool settings are whole, beside neither the overview nor the zoom', async ({
    page,
    person,
  }) => {
    const { annotator } = await openPhotograph(page, person)
    await page.keyboard.press('Space')
    await page.keyboard.press('t')
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    for (let i = 0; i < 10; i++) await zoomIn.click()
    const overview = page.getByLabel('Overview: press or drag')
    await expect(overview).toBeVisible()
    const settings = page.getByRole('group', { name: 'Tool settings' })
    const [strip, choice, canvas] = await Promise.all([
      boxOf(settings),
      boxOf(settings.getByRole('radiogroup', { name: 'Draws' })),
      boxOf(annotator.canvas),
    ])
    const others = await Promise.all([overview, zoomIn].map(boxOf))
    expect(others.filter((other) => overlap(strip, other))).toEqual([])
    expect(holds(strip, choice)).toBe(true)
    expect(holds(canvas, strip)).toBe(true)
  })
})

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('the selected annotation is in view in the list, with its details below', async ({
    page,
    person,
  }) => {
    const { annotator } = await openPhotograph(page, person)
    for (let i = 0; i < 12; i++) await annotator.drawBox(100 * i, 100)
    await expect(listed(page, 12)).toBeInViewport()
    await page.keyboard.press('s')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Details of the selection' })).toBeHidden()
    const list = page.getByRole('region', { name: 'Annotations', exact: true })
    await list.hover()
    await page.mouse.wheel(0, 5000)
    await listed(page, 12).click()
    await expect(page.getByRole('region', { name: 'Details of the selection' })).toBeVisible()
    const [row, whole] = await Promise.all([boxOf(listed(page, 12)), boxOf(list)])
    // Rows have fractions of a pixel.
    expect(row.y + row.height).toBeLessThan(whole.y + whole.height + 1)
  })
})

test('label mode explains a click, with any tool', async ({ page, person }) => {
  await openPhotograph(page, person)
  await page.keyboard.press('m')
  await page.keyboard.press('l')
  await expect(page.getByText(/^Click a category in the list to assign it/)).toBeVisible()
})

test('a dataset without categories says so wherever one is needed', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Bare ${person.username}`)
  const image = await givenImage(person, dataset.id, 'bare.png')
  await new Annotator(page).open(image.id)
  await page.keyboard.press('Space')
  await expect(notice(page)).toContainText('The list on the right has a link to add them.')
  await page.getByRole('button', { name: 'Copy annotations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy annotations' })
  await expect(dialog.getByText('This dataset has no categories yet.')).toBeVisible()
})

test('categories are listed as people count', async ({ page, person }) => {
  const names = ['Grade 10', 'Grade 9', 'Grade 1']
  const dataset = await givenDataset(person, `Grades ${person.username}`, names)
  const image = await givenImage(person, dataset.id, 'grades.png')
  await new Annotator(page).open(image.id)
  await expect(page.getByRole('button', { name: /^Category Grade/ })).toHaveText([
    'Grade 1',
    'Grade 9',
    'Grade 10',
  ])
})

test.describe('of many keypoints', () => {
  test.use({ viewport: { width: 1280, height: 720 } })

  test('the one placed last is in view in the list, and none has an area', async ({
    page,
    person,
  }) => {
    const { annotator, image } = await openPhotograph(page, person)
    const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
    const labels = Array.from({ length: 40 }, (_, i) => `point ${i + 1}`)
    const data = { keypoint_labels: labels, keypoint_edges: [] }
    for (const { id } of categories) await person.api.put(`/api/category/${id}`, { data })
    await annotator.open(image)
    await page.keyboard.press('Space')
    await page.keyboard.press('k')
    for (let i = 0; i < 20; i++) await annotator.click(200 + 50 * i, 400)
    const list = page.getByRole('region', { name: 'Annotations', exact: true })
    const last = list.getByRole('button', { name: /^point 20 / })
    await expect(last).toHaveAttribute('aria-pressed', 'true')
    await expect(last).toBeInViewport()
    await expect(annotator.state('Saved')).toBeVisible()
    const details = page.getByRole('region', { name: 'Details of the selection' })
    await expect(details.getByText('Width × height')).toBeVisible()
    await expect(details.getByText('Area')).toHaveCount(0)
  })
})
