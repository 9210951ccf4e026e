import type { Locator } from '@playwright/test'
import sharp from 'sharp'

import { Annotator, givenBothEyes } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'
import { isNear } from './photograph-page.ts'

/** The colour of an element at a place, in shares of its size. */
async function colourAt(element: Locator, x: number, y: number): Promise<number[]> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  const clip = {
    x: Math.round(box.x + x * box.width),
    y: Math.round(box.y + y * box.height),
    width: 1,
    height: 1,
  }
  const picture = sharp(await element.page().screenshot({ clip })).removeAlpha()
  return [...(await picture.raw().toBuffer())]
}

test('the fellow eye is shown beside with its differences, moves along, follows colleagues and stays for the next image', async ({
  page,
  person,
}) => {
  const [right, left] = await givenBothEyes(person)
  const annotator = await new Annotator(page).open(right)
  await page.keyboard.press('Shift+B')
  const dialog = page.getByRole('dialog', { name: 'Photographs side by side' })
  await dialog.getByRole('button', { name: 'Fellow eye of the same day photograph-2.png' }).click()
  await page.keyboard.press('Escape')
  const pane = page.getByRole('region', { name: 'Fellow eye of the same day' })
  const beside = pane.getByRole('application')
  const showsEye = async () => isNear(await colourAt(beside, 0.5, 0.5), [160, 70, 30])
  await expect.poll(showsEye).toBe(true)

  // Above the photograph, until both are larger.
  const ground = await colourAt(beside, 0.5, 0.2)
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('+')
  await expect.poll(() => colourAt(beside, 0.5, 0.2)).not.toEqual(ground)
  await page.keyboard.press('c')
  await expect.poll(() => colourAt(beside, 0.5, 0.2)).toEqual(ground)
  await page.getByRole('button', { name: 'Move together' }).click()
  await beside.focus()
  for (let press = 0; press < 8; press += 1) await page.keyboard.press('+')
  await expect.poll(() => colourAt(beside, 0.5, 0.2)).not.toEqual(ground)
  await expect(page.getByRole('button', { name: /^Zoom: / })).toHaveText(/^[1-4]\d%$/u)

  const { categories } = await (await person.api.get(`/api/annotator/data/${left}`)).json()
  const segmentation = [[200, 200, 1400, 200, 1400, 1000, 200, 1000]]
  const drawn = { image_id: left, category_id: categories[0].id, segmentation }
  await person.api.post('/api/annotation/', { data: drawn })
  await expect.poll(showsEye).toBe(false)
  await page.keyboard.down('h')
  await expect.poll(showsEye).toBe(true)
  await page.keyboard.up('h')
  await expect.poll(showsEye).toBe(false)
  await pane.getByText('Differences').click()
  await expect(pane.getByText('At least one of the images has not been analysed')).toBeVisible()
  await expect(pane.getByRole('row', { name: /960,000 px²/u })).toHaveText(
    /0 px².*960,000 px².*−960,000 px²/u,
  )

  // A category that is hidden here is hidden there.
  await person.api.post('/api/annotation/', { data: { ...drawn, image_id: right } })
  await page.getByRole('button', { name: `Hide ${categories[0].name}`, exact: true }).click()
  await expect.poll(showsEye).toBe(true)
  await page.getByRole('button', { name: `Show ${categories[0].name}`, exact: true }).click()
  await expect.poll(showsEye).toBe(false)

  await page.keyboard.press('n')
  await expect(annotator.canvas.first()).toHaveAccessibleName(/photograph-2\.png/u)
  await expect(pane.getByText('photograph-1.png')).toBeVisible()
  await pane.getByRole('button', { name: /^Close/u }).click()
  await expect(pane).toHaveCount(0)
})
