import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { startFovea } from '../running-fovea.ts'
import { expect, test } from './fixtures.ts'
import { givenDataset, givenImage, signIn } from './given.ts'

const longName =
  'A dataset whose name tells of the clinic, the camera, the year and the study 안저사진'

async function expectNothingBeyondTheEdge(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
  const excess = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect.soft(excess, screen).toBeLessThanOrEqual(0)
}

for (const width of [1024, 768, 390]) {
  test(`every screen fits a window ${width} wide`, async ({ page, context, admin }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(context, admin)
    const dataset = await givenDataset(admin, `${longName} ${width}`, ['미세동맥류와 출혈'])
    const name = `a-photograph-with-a-rather-long-name-${width}.png`
    const image = await givenImage(admin, dataset.id, name)
    for (const screen of [
      '/',
      `/tabulardataset/${dataset.id}`,
      `/report/${image.id}`,
      `/report/${image.id}/patient`,
      '/categories',
      '/undo',
      '/tasks',
      '/user',
      '/about',
      '/admin/panel',
      '/admin/audit',
      '/admin/references',
      '/admin/patients',
      '/admin/system',
      '/nowhere',
    ]) {
      await page.goto(screen)
      await expectNothingBeyondTheEdge(page, screen)
      await expect(page.getByRole('button', { name: /^User menu/u })).toBeInViewport({ ratio: 1 })
    }
  })
}

for (const [device, width, height] of [
  ['phone', 390, 844],
  ['tablet', 820, 1180],
] as const) {
  test(`the table starts on the first screen of a ${device}`, async ({ page, person }) => {
    await page.setViewportSize({ width, height })
    const dataset = await givenDataset(person, `On a ${device} ${person.username}`)
    await givenImage(person, dataset.id, 'eye.png')
    await page.goto(`/tabulardataset/${dataset.id}`)
    // Wider than the window, it scrolls.
    await expect(page.getByRole('row').nth(1)).toBeInViewport({ ratio: 0.3 })
    await expect(page.getByLabel('Patient ID')).toBeHidden()
    await page.getByRole('button', { name: 'Filters and actions' }).click()
    await expect(page.getByLabel('Patient ID')).toBeVisible()
  })
}

test('a long name of a dataset in the bar yields to its neighbours', async ({
  page,
  context,
  admin,
}) => {
  await signIn(context, admin)
  const dataset = await givenDataset(admin, `${longName} 2026`, ['미세동맥류와 출혈'])
  const image = await givenImage(admin, dataset.id, 'eye.png')
  for (const width of [820, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/annotate/${image.id}`)
    await expect(page.getByRole('button', { name: /^User menu/u })).toBeInViewport({ ratio: 1 })
    const bar = page.getByRole('navigation', { name: 'Main' })
    const name = bar.getByRole('link', { name: longName })
    const beside = bar.getByRole('link', { name: 'Admin' })
    await expect(beside).toBeInViewport({ ratio: 1 })
    const link = await name.boundingBox()
    const text = await name.locator('span').boundingBox()
    const next = await beside.boundingBox()
    const right = (link?.x ?? 0) + (link?.width ?? Infinity)
    expect(right).toBeLessThanOrEqual(next?.x ?? 0)
    expect((text?.x ?? 0) + (text?.width ?? Infinity)).toBeLessThanOrEqual(right)
  }
})

const regulatory = {
  item_name: {
    en: 'Cardiovascular risk assessment software',
    ko: '심혈관 위험 평가 소프트웨어',
  },
  model: { en: 'FV-'.repeat(40), ko: 'FV-'.repeat(40) },
  manufacturer: { en: 'Fovea Medical Imaging Company Limited', ko: '주식회사 포비아 의료영상' },
  instructions_url: `https://example.com/${'instructions'.repeat(12)}`,
}

test('the medical-device information is on the sign-in page and on About', async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-regulatory-'))
  const file = path.join(folder, 'regulatory.json')
  await writeFile(file, JSON.stringify(regulatory))
  const configured = await startFovea({ REGULATORY_FILE: file, LOGIN_ENABLED: 'true' })
  try {
    for (const [language, item, unset] of [
      ['English', regulatory.item_name.en, 'not configured'],
      ['한국어', regulatory.item_name.ko, '미설정'],
    ] as const) {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(`${configured.address}/auth`)
        await page.getByText(language, { exact: true }).click()
        await expect(page.getByText(item)).toBeVisible()
        await expect(page.getByText(unset).first()).toBeVisible()
        await expect(page.getByRole('link', { name: regulatory.instructions_url })).toBeVisible()
        await expectNothingBeyondTheEdge(page, `${language} ${width}`)
      }
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      expect(violations.filter(({ tags }) => tags.includes('wcag2aa'))).toEqual([])
    }
  } finally {
    await configured.stop()
    await rm(folder, { recursive: true })
  }
})

test('without configuration the product says that it is for research', async ({ page, person }) => {
  expect(person.username).not.toBe('')
  await page.goto('/about')
  await expect(page.getByText('Not configured: for research use')).toBeVisible()
})

test('on a dark screen a page is printed in light colours', async ({ page, person }) => {
  expect(person.username).not.toBe('')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/about')
  const heading = page.getByRole('heading', { level: 1 })
  const colour = () => page.evaluate(`getComputedStyle(document.querySelector('h1')).color`)
  await heading.waitFor()
  const onScreen = await colour()
  await page.evaluate(`addEventListener('beforeprint', () => {
    globalThis.printed = getComputedStyle(document.querySelector('h1')).color
  })`)
  await page.pdf()
  expect(brightness(await page.evaluate('printed'))).toBeLessThan(100)
  expect(brightness(onScreen)).toBeGreaterThan(150)
  expect(await colour()).toBe(onScreen)
})

/** The largest part of a colour as `rgb(0, 0, 0)`. */
function brightness(colour: unknown): number {
  return Math.max(...(String(colour).match(/\d+/g) ?? []).map(Number))
}
