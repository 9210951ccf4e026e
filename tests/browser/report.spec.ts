import { readFile } from 'node:fs/promises'

import { examplePhotograph } from '../../apps/server/src/testing/fixture-file.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage } from './given.ts'

/** An analysis on a machine that is busy with other things. */
const patience = { timeout: 150_000 }

test('a clinician reads the report of a photograph, and confirms it', async ({ page, person }) => {
  test.setTimeout(400_000)
  const file = examplePhotograph('02_h.jpg')
  const dataset = await givenDataset(person, `Reported ${person.username}`)
  const buffer = await readFile(file)
  const sent = await person.api.post(`/api/image/?dataset_id=${dataset.id}`, {
    multipart: { image: { name: 'eye.jpg', mimeType: 'image/jpeg', buffer } },
  })
  const image: number = (await sent.json()).image.id

  await page.goto(`/tabulardataset/${dataset.id}`)
  await page.getByRole('button', { name: /eye\.jpg/u }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page.getByText('This photograph has not been analysed.')).toBeVisible()
  await page.getByRole('button', { name: 'Run analysis' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Inference' })
  await expect(notice.first().getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(page.getByText('Image quality: Gradable.')).toBeVisible(patience)

  await expect(page.getByRole('img', { name: 'Photograph' })).toBeVisible()
  const overlay = page.getByRole('img', { name: 'Arterioles and venules' })
  await expect(overlay).toHaveCount(0)
  await page.getByText('Arterioles and venules', { exact: true }).click()
  await expect(overlay).toBeVisible()
  await expect(page.getByText('Venule: striped')).toBeVisible()
  await expect(page.getByText('AI analysis result; it needs confirmation')).toBeVisible()
  await expect(page.getByText(/The sex is missing/u).first()).toBeVisible()
  await expect(page.getByText(/Do not start, stop or withhold treatment/u)).toBeVisible()
  const crae = page.getByRole('row', { name: /^CRAE/u }).first()
  await expect(crae).toContainText(/± .* DD/u)
  await expect(page.getByText(/No scale is stated/u)).toBeVisible()
  await expect(page.getByText('Not configured: for research use')).toBeVisible()
  await expectAccessible(page, 'the report')

  await page.getByRole('button', { name: 'PDF' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Korean (PDF)' }).click()
  expect((await download).suggestedFilename()).toBe(`report-${image}-ko.pdf`)

  await expect(page.getByText('No clinician has confirmed this result yet.')).toBeVisible()
  await page.getByLabel('Note (optional)').fill('I agree')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`Confirmed by ${person.username}`).first()).toBeVisible()
  await expect(page.getByText('Final', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Do not use this result.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Confirmed by ${person.username}`)).toBeVisible()
  await expect(page.getByText(`Rejected by ${person.username}`).first()).toBeVisible()
})

test('a photograph that is not gradable says why and shows no numbers, in Korean', async ({
  page,
  person,
}) => {
  const dataset = await givenDataset(person, `Not gradable ${person.username}`)
  const image = await givenImage(person, dataset.id, 'wall.png')
  await page.addInitScript({ content: `localStorage.setItem('language', 'ko')` })
  await page.goto(`/report/${image.id}`)
  await page.getByRole('button', { name: '분석 실행' }).click()
  await expect(page.getByText('이유: 안저사진이 아님.')).toBeVisible(patience)
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '심혈관질환 위험도' })).toHaveCount(0)
  await expect(page.getByText('인공지능 분석 결과이며 의료진의 확인이 필요합니다.')).toBeVisible()
  await page.getByRole('button', { name: '의료진 확인' }).click()
  await expect(page.getByText('최종 결과', { exact: true })).toBeVisible()
})
