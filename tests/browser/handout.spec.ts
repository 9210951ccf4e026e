import type { Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, signIn, signInAsNew } from './given.ts'

const nextSteps = (page: Page) => page.getByRole('textbox', { name: 'Next steps for the patient' })

test('the page for the patient waits for a confirmation and the next steps, whose draft is its author’s alone', async ({
  page,
  context,
  person,
  admin,
}) => {
  const dataset = await givenDataset(person, `Handed out ${person.username}`)
  // A photograph that is refused by its quality is analysed at once.
  const image = await givenImage(person, dataset.id, 'wall.png')
  await person.api.post(`/api/resultAI/inference/?original_id=${image.id}`)
  const reported = async () => (await person.api.get(`/api/report/${image.id}`)).json()
  await expect.poll(async () => (await reported()).report.analysis !== null, waiting).toBe(true)
  const { analysis } = (await reported()).report

  const address = `/report/${image.id}/handout`
  await page.goto(address)
  await expect(page.getByText('No clinician has confirmed the result.')).toBeVisible()
  await expect(page.getByText(`These people can confirm: ${person.username}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'PDF' })).toHaveCount(0)

  const decision = { analysis_id: analysis.id, decision: 'confirmed' }
  await person.api.post(`/api/resultAI/review?original_id=${image.id}`, { data: decision })
  await expect(page.getByText('The next steps for the patient are not written yet.')).toBeVisible()
  await nextSteps(page).fill('Please come back on Monday.')
  await page.reload()
  await expect(nextSteps(page)).toHaveValue('Please come back on Monday.')

  // Somebody else signs in within the same tab, without a sign-out.
  await page.goto('about:blank')
  await context.clearCookies()
  const other = { username: `${person.username}-other`, name: 'Somebody else' }
  await signInAsNew(context, admin, other)
  const share = { data: { users: [other.username] } }
  const shared = await person.api.post(`/api/dataset/${dataset.id}/share`, share)
  expect(shared.ok(), await shared.text()).toBe(true)
  const named = await person.api.put(`/api/dataset/${dataset.id}/clinicians`, share)
  expect(named.ok(), await named.text()).toBe(true)
  await page.goto(address)
  await expect(nextSteps(page)).toHaveValue('')
  await page.goto('about:blank')
  await signIn(context, person)
  await page.goto(address)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sheet = page.getByRole('article')
  await expect(sheet.getByText('Please come back on Monday.')).toBeVisible()
  await expectAccessible(page, 'the page for the patient')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`handout-${image.id}-en.pdf`)

  await page.getByText('Korean', { exact: true }).click()
  await expect(sheet).toHaveAttribute('lang', 'ko')
  await page.reload()
  await expect(nextSteps(page)).toHaveValue('Please come back on Monday.')
  const drafts = await page.evaluate('Object.keys(sessionStorage).join()')
  expect(drafts).not.toContain('next-steps')
})

/** An analysis on a machine that is busy with other things. */
const waiting = { timeout: 40_000 }
