import { readFile } from 'node:fs/promises'

import { expect, type Person, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

/** An image whose analysis has ended: as a picture of one colour it is not gradable. */
async function givenAnalysis(person: Person) {
  const dataset = await givenDataset(person, `FHIR ${person.username}`)
  const image = await givenImage(person, dataset.id, 'eye.png')
  return { dataset, image }
}

async function analysed({ api }: Person, imageId: number): Promise<void> {
  const asked = await api.post(`/api/resultAI/inference/?original_id=${imageId}`)
  expect(asked.ok(), await asked.text()).toBe(true)
  await expect
    .poll(
      async () => (await (await api.get(`/api/annotator/data/${imageId}`)).json()).image.predicted,
      { timeout: 90_000 },
    )
    .toBe(true)
}

test('a message is generated from the table, read beside its JSON, and downloaded', async ({
  page,
  person,
}) => {
  const { dataset, image } = await givenAnalysis(person)
  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: /eye\.png/u }).click()
  await page.getByRole('menuitem', { name: 'FHIR' }).click()
  const view = page.getByRole('dialog', { name: `FHIR message of image ${image.id}` })
  await expect(view.getByText('No message has been generated yet.')).toBeVisible()

  await view.getByRole('button', { name: 'Generate' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'FHIR Export' })
  await expect(refusal).toContainText('The image has no finished analysis')

  await analysed(person, image.id)
  await view.getByRole('button', { name: 'Generate' }).click()
  await expect(view.getByText('Version 1', { exact: true })).toBeVisible()
  const readable = view.getByRole('region', { name: 'Content of the message' })
  await expect(readable).toContainText('Preliminary, not confirmed')
  await expect(readable).toContainText('not gradable')
  await expect(readable).toContainText('it is not a fundus photograph')
  const json = view.getByRole('region', { name: 'The message as JSON' })
  await expect(json).toContainText('"resourceType": "MessageHeader"')
  await expect(view.getByText('The file does not state the eye')).toBeVisible()

  const arriving = page.waitForEvent('download')
  await view.getByRole('link', { name: 'Download Current' }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toBe(`fhir-${image.id}-v1.json`)
  const bundle = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'message' })

  await view.getByRole('button', { name: 'Generate' }).click()
  await expect(view.getByText('Version 2', { exact: true })).toBeVisible()
})
