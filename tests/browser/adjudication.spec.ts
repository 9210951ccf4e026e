import type { APIRequestContext } from '@playwright/test'

import { drGrade } from '#contract/fields/built-in/dr-grade'

import { expectAccessible } from './accessible.ts'
import { givenImages } from './annotator-page.ts'
import { expect, registered, test } from './fixtures.ts'

interface Said {
  readonly grade: string
  /** Width in pixels of what the reader drew. */
  readonly width: number
}

/** Grades, outlines and submits the cases of a reader, in their order. */
async function readAll(api: APIRequestContext, said: readonly Said[]) {
  await expect
    .poll(async () => ((await (await api.get('/api/work')).json()) as unknown[]).length, {
      timeout: 30_000,
    })
    .toBe(1)
  for (const { grade, width } of said) {
    const [work] = (await (await api.get('/api/work')).json()) as { next_image_id: number }[]
    const image = work?.next_image_id ?? 0
    const at = (await (await api.get(`/api/work/image/${image}`)).json()) as { id: number }
    const { categories } = (await (await api.get(`/api/annotator/data/${image}`)).json()) as {
      categories: { id: number }[]
    }
    const fields = { dr_grade: { from: null, to: grade } }
    const steps = [
      ['/api/annotator/data', { image: { id: image, fields } }],
      [
        '/api/annotation/',
        {
          image_id: image,
          category_id: categories[0]?.id,
          segmentation: [[20, 20, 20 + width, 20, 20 + width, 60, 20, 60]],
        },
      ],
      [
        '/api/annotation/',
        {
          image_id: image,
          category_id: categories[0]?.id,
          segmentation: [],
          lines: [[20, 70, 60, 75]],
        },
      ],
      [`/api/work/case/${at.id}/submit`, undefined],
    ] as const
    for (const [path, data] of steps) {
      const answer = await api.post(path, data === undefined ? {} : { data })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
  }
}

test('an owner settles what two blinded readers differ in, and sees how far they agree', async ({
  page,
  person,
  fovea,
}) => {
  const names = ['a', 'b'].map((each) => `${person.username}-${each}`)
  const readers = await Promise.all(names.map((name) => registered(fovea.address, name)))
  const { dataset } = await givenImages(person, 1)
  const grade = { ...drGrade, required: true, perReader: { showsOthers: false } }
  const set = await person.api.put(`/api/dataset/${dataset.id}/fields`, {
    data: { fields: [grade], replaces: {} },
  })
  expect(set.ok(), await set.text()).toBe(true)
  const made = await person.api.post(`/api/dataset/${dataset.id}/assignments`, {
    data: {
      name: 'Trial',
      readers: names,
      fields: [grade.key],
      outlines: true,
      blinded: true,
      hides_readers: true,
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  for (const [place, api] of readers.entries())
    await readAll(api, [{ grade: String(place + 1), width: 20 * (place + 1) }])

  await page.goto(`/dataset/${dataset.id}?tab=assignments`)
  await page.getByRole('button', { name: 'Trial' }).click()
  await page.getByRole('tab', { name: 'Images and differences' }).click()
  const images = page.getByRole('table', { name: 'Images of the assignment' })
  await expect(images.getByRole('row', { name: /Differs/u })).toContainText('DR grade, Outlines')
  await expectAccessible(page, 'the images of an assignment')
  await images.getByRole('link').click()
  const said = page.getByRole('table', { name: 'What the readers said' })
  await expect(said).not.toContainText(names[0] ?? '')
  await expectAccessible(page, 'adjudicating an image')
  const photograph = page.getByRole('application')
  await expect(photograph.locator('path[d$="M20 70 60 75"]')).toHaveCount(names.length)
  await photograph.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('b')
  await expect(said.getByRole('button', { name: / of B$/u })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('radio', { name: 'B', exact: true })).toBeChecked()
  await page.getByRole('textbox', { name: 'Note' }).fill('By the standard photographs')
  await page.getByRole('button', { name: 'Settle', exact: true }).click()
  const history = page.getByRole('table', { name: 'History' })
  await expect(history).toContainText(`Taken from a reader · ${person.username}`)

  await page.goBack()
  await page.getByRole('button', { name: 'Trial' }).click()
  await page.getByRole('tab', { name: 'Agreement' }).click()
  await expect(page.getByRole('table', { name: 'Agreement of each two readers' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Outlines' })).toContainText('0.67')
  await expectAccessible(page, 'the agreement of readers')
  await page.getByRole('button', { name: 'Show the images that differ' }).click()
  await expect(page.getByRole('combobox', { name: 'Differing in' })).toHaveValue('DR grade')
  await expect(images.getByRole('row', { name: /DR grade/u })).toHaveCount(1)
  await Promise.all(readers.map((api) => api.dispose()))
})
