import sharp from 'sharp'

import { lengthOfLine } from '#geometry/polygon'

import { Annotator, annotationsOf, givenImages, givenPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'

const width = 14
/** An arch with a darker vessel across it. */
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <rect width="1600" height="1200" fill="#a05030"/>
  <g fill="none" stroke="#702018">
    <path d="M300 700 A500 500 0 0 1 1300 700" stroke-width="${width}"/>
    <path d="M700 100 L1000 1100" stroke="#501010" stroke-width="20"/></g></svg>`

test('two clicks follow a vessel across another, with its centre line, and Backspace takes the last one back', async ({
  page,
  person,
}) => {
  const { dataset } = await givenImages(person)
  const picture = sharp(Buffer.from(drawn))
  const image = await givenPhotograph(person, dataset.id, { name: 'vessels', picture })
  const annotator = await new Annotator(page).open(image)
  const areaOf = async () => (await annotationsOf(person, image))[0]?.area ?? 0
  await page.keyboard.press('Space')
  await page.keyboard.press('t')
  await annotator.click(300, 700)
  await annotator.click(946, 223)
  await annotator.click(1000, 1100)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  // From 180 to 287 degrees of the circle around (800, 700).
  const arch = ((107 * Math.PI) / 180) * 500 * width
  const isNear = async (expected: number) => Math.abs((await areaOf()) / expected - 1) < 0.08
  await expect.poll(() => isNear(arch), { timeout: 30_000 }).toBe(true)
  const row = page.getByRole('button', { name: 'Annotation 1' })
  await expect(row).toHaveAccessibleName(/\(semi-automatic, vessel-tracing [\d.]+\)$/)
  const length = ((107 * Math.PI) / 180) * 500
  const [line = []] = (await annotationsOf(person, image))[0]?.lines ?? []
  expect(Math.abs(lengthOfLine(line) / length - 1)).toBeLessThan(0.02)
  await expect(page.getByText('Mean width')).toBeVisible()
  await page.keyboard.press('Control+z')
  const untraced = expect.objectContaining({ area: 0, lines: [] })
  await expect.poll(() => annotationsOf(person, image)).toEqual([untraced])
  await page.keyboard.press('Control+z')
  await expect.poll(() => annotationsOf(person, image)).toEqual([])
})
