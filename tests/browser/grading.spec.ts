import type { Page } from '@playwright/test'

import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'

import { Annotator, givenImages } from './annotator-page.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Person, test } from './fixtures.ts'

const common = { subject: 'image', cannotTell: false, required: false } as const
const oedema: Field = {
  ...common,
  key: 'oedema',
  type: 'yesNo',
  words: { en: 'Macular oedema', ko: '황반부종' },
  shownWhen: { field: 'dr_grade', in: ['1', '2', '3', '4'] },
}
const note: Field = {
  ...common,
  key: 'note',
  type: 'text',
  words: { en: 'Note', ko: '메모' },
  multiline: false,
  most: 200,
}

async function openToGrade(page: Page, person: Person) {
  const { dataset, images } = await givenImages(person, 2)
  const set = await person.api.put(`/api/dataset/${dataset.id}/fields`, {
    data: { fields: [drGrade, oedema, note], replaces: {} },
  })
  expect(set.ok(), await set.text()).toBe(true)
  const [first = 0, second = 0] = images
  await new Annotator(page).open(first)
  return { first, second }
}

const valuesOf = async ({ api }: Person, image: number) => {
  const answer = await api.get(`/api/annotator/data/${image}`)
  return (await answer.json()).image.fields
}

test('two eyes are graded by the keyboard alone', async ({ page, person }) => {
  const { first, second } = await openToGrade(page, person)
  const asked = page.getByRole('region', { name: 'Fields of the image' })
  await page.keyboard.press('Shift+G')
  await expect(asked.getByRole('radiogroup', { name: 'DR grade' })).toBeFocused()
  await expectAccessible(page, 'grading by keys')
  // An eye with oedema: the second question appears, and free text is reached by Enter.
  await page.keyboard.press('2')
  await expect(asked.getByRole('radiogroup', { name: 'Macular oedema' })).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('soft edges')
  await page.keyboard.press('Enter')
  // A normal eye: one key, and Enter twice for the next image.
  await expect(page).toHaveURL(new RegExp(`/annotate/${second}\\b`))
  await expect(asked.getByRole('radiogroup', { name: 'DR grade' })).toBeFocused()
  await page.keyboard.press('0')
  await expect(asked.getByRole('radio', { name: 'No apparent retinopathy' })).toBeChecked()
  await expect
    .poll(() => valuesOf(person, first))
    .toEqual({ dr_grade: '2', oedema: true, note: 'soft edges' })
  await expect.poll(() => valuesOf(person, second)).toEqual({ dr_grade: '0' })
})

test('the digits choose categories again after Escape', async ({ page, person }) => {
  const { first } = await openToGrade(page, person)
  await page.keyboard.press('Shift+G')
  await page.keyboard.press('3')
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  const drusen = page.getByRole('button', { name: /^Category /u, pressed: true })
  await expect(drusen).toHaveAttribute('aria-keyshortcuts', '2')
  await expect.poll(() => valuesOf(person, first)).toEqual({ dr_grade: '3' })
})

test('answers that are typed faster than images open are each for their own image', async ({
  page,
  person,
}) => {
  const { first, second } = await openToGrade(page, person)
  await page.keyboard.press('Shift+G')
  for (const key of ['0', 'Enter', 'Enter', '3', '2']) await page.keyboard.press(key)
  await expect.poll(() => valuesOf(person, first)).toEqual({ dr_grade: '0' })
  await expect.poll(() => valuesOf(person, second)).toEqual({ dr_grade: '3', oedema: false })
})

test('one key gives the answers of a normal eye and opens the next image', async ({
  page,
  person,
}) => {
  const { first, second } = await openToGrade(page, person)
  const asked = page.getByRole('region', { name: 'Fields of the image' })
  await page.keyboard.press('Shift+G')
  await page.keyboard.press('.')
  await expect(page).toHaveURL(new RegExp(`/annotate/${second}\\b`))
  await expect.poll(() => valuesOf(person, first)).toEqual({ dr_grade: '0' })
  // A text may contain the key.
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(asked.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type('1.5 DD')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => valuesOf(person, second))
    .toEqual({ dr_grade: '1', oedema: false, note: '1.5 DD' })
})

test('a key between answers that waited for the image comes after all of them', async ({
  page,
  person,
}) => {
  const { first, second } = await openToGrade(page, person)
  await page.keyboard.press('Shift+G')
  // Pressed as soon as the first answer that waited has opened the next question.
  await page.evaluate(`
    new MutationObserver((_, observer) => {
      const question = document.querySelector('[role=radiogroup][aria-label="Macular oedema"]')
      if (question === null) return
      observer.disconnect()
      const press = { key: 'Enter', bubbles: true, cancelable: true }
      question.dispatchEvent(new KeyboardEvent('keydown', press))
    }).observe(document.body, { subtree: true, childList: true })`)
  for (const key of ['0', 'Enter', 'Enter', '3', '2']) await page.keyboard.press(key)
  await expect.poll(() => valuesOf(person, first)).toEqual({ dr_grade: '0' })
  await expect.poll(() => valuesOf(person, second)).toEqual({ dr_grade: '3', oedema: false })
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
})
