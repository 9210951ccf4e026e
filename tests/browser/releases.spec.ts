import { expect, test } from './fixtures.ts'
import { givenAnnotation, givenDataset, givenImage } from './given.ts'

test('an owner makes releases, compares them, and withdraws one', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Research ${person.username}`, ['Drusen'])
  const image = await givenImage(person, dataset.id, 'eye.png')
  await page.goto(`/dataset/${dataset.id}?tab=releases`)
  const make = async (title: string) => {
    await page.getByRole('button', { name: 'Make a release' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('TIFF with a page per category').check()
    await form.getByRole('button', { name: 'Make', exact: true }).click()
  }
  const list = page.getByRole('list', { name: 'Releases' })
  await make('First')
  await expect(list.getByText('1: First')).toBeVisible()
  await givenAnnotation(person, image.id)
  await make('Second')
  await expect(list.getByText('2: Second')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await list.getByRole('link', { name: 'Download release 2' }).click()
  expect((await downloading).suggestedFilename()).toBe(`release-${dataset.id}-2.zip`)

  await list.getByRole('button', { name: 'Compare release 2 with an earlier one' }).click()
  const comparison = page.getByRole('dialog')
  await expect(comparison.getByRole('row', { name: /^Annotations/u })).toHaveText('Annotations100')
  await page.keyboard.press('Escape')

  await list.getByRole('button', { name: 'Withdraw release 1' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('Annotated in part only')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(list.getByText('Annotated in part only')).toBeVisible()
  await expect(list.getByRole('link', { name: 'Download release 1' })).toBeHidden()
})

test('pictures are checked for text one after the other', async ({ page, person }) => {
  const dataset = await givenDataset(person, `Checks ${person.username}`, ['Drusen'])
  await givenImage(person, dataset.id, 'left.png')
  await givenImage(person, dataset.id, 'right.png')
  await page.goto(`/dataset/${dataset.id}?tab=releases`)
  await page.getByRole('button', { name: 'Check pictures for text' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('0 of 2 images checked')).toBeVisible()
  await expect(dialog.getByText('left.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(dialog.getByText('right.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'No text' }).click()
  await expect(dialog.getByText('1 of 2 images checked')).toBeVisible()
  await expect(dialog.getByText('You skipped the remaining images.')).toBeVisible()
})
