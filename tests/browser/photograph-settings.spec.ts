import sharp from 'sharp'

import { Annotator, givenImages, givenPhotograph, openPhotograph } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'
import { expectColours, halves } from './photograph-page.ts'

test('image settings change the view live, and reset restores it', async ({ page, person }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const { dataset } = await givenImages(person)
  const picture = halves(1600, 1200, ['#a03c1e', '#508c28'])
  const image = await givenPhotograph(person, dataset.id, { name: 'halves', picture })
  await new Annotator(page).open(image)
  const original = [
    [160, 60, 30],
    [80, 140, 40],
  ] as const
  await expectColours(page, [...original[0]], [...original[1]])
  await page.getByRole('button', { name: 'Image settings' }).click()
  const panel = page.getByRole('region', { name: 'Image settings' })
  const reset = panel.getByRole('button', { name: 'Reset' })
  const slider = (name: string) => panel.getByRole('slider', { name })

  await panel.getByRole('switch', { name: 'Red-free' }).click({ force: true })
  await expectColours(page, [60, 60, 60], [140, 140, 140])
  await expect(page.getByText('Image view adjusted')).toBeVisible()
  await panel.getByRole('switch', { name: 'Invert' }).click({ force: true })
  await expectColours(page, [195, 195, 195], [115, 115, 115])

  const compare = panel.getByRole('button', { name: 'Compare' })
  await compare.hover()
  await page.mouse.down()
  await expectColours(page, [...original[0]], [...original[1]])
  await page.mouse.up()
  await expectColours(page, [195, 195, 195], [115, 115, 115])

  await reset.click()
  await expectColours(page, [...original[0]], [...original[1]])
  await expect(page.getByText('Image view adjusted')).toHaveCount(0)

  await slider('Brightness').press('End')
  await expectColours(page, [255, 255, 255], [255, 255, 255])
  await reset.click()
  await slider('Contrast').press('Home')
  await expectColours(page, [128, 128, 128], [128, 128, 128])
  await reset.click()
  await slider('Gamma').press('End')
  await expectColours(page, [218, 157, 125], [173, 209, 138])
  await reset.click()
  await expectColours(page, [...original[0]], [...original[1]])
  expect(violations).toEqual([])
})

test('local contrast makes faint lines visible', async ({ page, person }) => {
  const { dataset } = await givenImages(person)
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <defs><pattern id="lines" width="40" height="40" patternUnits="userSpaceOnUse">
    <rect width="40" height="40" fill="#a04020"/><rect width="20" height="40" fill="#a84828"/>
    </pattern></defs><rect width="1600" height="1200" fill="url(#lines)"/></svg>`
  const picture = sharp(Buffer.from(drawn)).removeAlpha()
  const image = await givenPhotograph(person, dataset.id, { name: 'lines', picture })
  const annotator = await new Annotator(page).open(image)
  const contrast = async () => {
    const box = await annotator.canvas.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 400, (box?.y ?? 0) + 300]
    const shot = await page.screenshot({ clip: { x, y, width: 100, height: 1 } })
    const { channels } = await sharp(shot).removeAlpha().stats()
    const [, green] = channels
    return (green?.max ?? 0) - (green?.min ?? 0)
  }
  await expect.poll(contrast).toBeLessThan(12)
  await expect.poll(contrast).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Image settings' }).click()
  await page.getByRole('slider', { name: 'CLAHE' }).press('End')
  await expect.poll(contrast).toBeGreaterThan(15)
})

test('image settings are kept for the user and reached by keyboard', async ({ page, person }) => {
  const { annotator, image } = await openPhotograph(page, person)
  await page.getByRole('button', { name: 'Image settings' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Image settings' })
  await panel.getByRole('slider', { name: 'Brightness' }).press('ArrowRight')
  await panel.getByRole('slider', { name: 'Annotation opacity' }).press('Home')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Image settings' })).toBeFocused()
  const kept = async () => (await (await person.api.get('/api/user/preferences')).json()).image
  await expect.poll(kept).toMatchObject({ brightness: 1, annotationOpacity: 0, redFree: false })
  await annotator.open(image)
  await expect(page.getByText('Image view adjusted')).toBeVisible()
  await page.getByRole('button', { name: 'Image settings' }).click()
  await expect(panel.getByRole('slider', { name: 'Brightness' })).toHaveAttribute(
    'aria-valuenow',
    '1',
  )
})

test('annotations become as pale as set', async ({ page, person }) => {
  const { images } = await givenImages(person)
  const [image = 0] = images
  const { categories } = await (await person.api.get(`/api/annotator/data/${image}`)).json()
  await person.api.put(`/api/category/${categories[0].id}`, { data: { color: '#00ff00' } })
  const data = {
    image_id: image,
    category_id: categories[0].id,
    segmentation: [[100, 100, 1500, 100, 1500, 1100, 100, 1100]],
  }
  expect((await person.api.post('/api/annotation/', { data })).ok()).toBe(true)
  await new Annotator(page).open(image)
  await expectColours(page, [104, 128, 20], [104, 128, 20])
  await page.getByRole('button', { name: 'Image settings' }).click()
  await page.getByRole('slider', { name: 'Annotation opacity' }).press('Home')
  await expectColours(page, [160, 60, 30], [160, 60, 30])
})
