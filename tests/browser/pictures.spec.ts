import { drGrade } from '#contract/fields/built-in/dr-grade'

import { openScreen, pictures, setScene, signInFor } from '../../scripts/pictures.ts'
import { givenImages } from './annotator-page.ts'
import { expect, test } from './fixtures.ts'
import { complaintsOf } from './given.ts'

test('the screens of which the handbook shows pictures can be drawn', async ({
  browser,
  person,
  admin,
  fovea: { address },
}) => {
  // A server, ten screens and three people: longer than others on a busy machine.
  test.slow()
  const { dataset, images } = await givenImages(person, 2)
  const [lesions = 0, normal = 0] = images
  const set = await person.api.put(`/api/dataset/${dataset.id}/fields`, {
    data: { fields: [{ ...drGrade, perReader: { showsOthers: true } }], replaces: {} },
  })
  expect(set.ok(), await set.text()).toBe(true)
  const scene = await setScene({
    address,
    language: 'en',
    dataset: dataset.id,
    images: { lesions, normal, followed: normal },
    administrator: admin.username,
    owner: person.username,
    readers: [`${person.username}-a`, `${person.username}-b`],
    toRead: images,
  })
  const drawn = Object.values(pictures).filter((picture) => picture.needsAnalysis !== true)
  expect(drawn.length).toBeGreaterThan(8)
  for (const seenBy of new Set(drawn.map((picture) => picture.seenBy))) {
    const context = await browser.newContext({ baseURL: address })
    const page = await context.newPage()
    const complaints = await complaintsOf(page)
    await signInFor(page, scene, seenBy)
    for (const picture of drawn.filter((each) => each.seenBy === seenBy)) {
      await openScreen(page, scene, picture)
    }
    expect(complaints).toEqual([])
    await context.close()
  }
})
