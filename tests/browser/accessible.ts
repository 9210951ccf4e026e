import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const decidedByColours = ['color-contrast', 'link-in-text-block']

/** Changes the colours, and waits until no element is on its way from the old ones. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  const changing = 'document.getAnimations().filter((each) => each instanceof CSSTransition).length'
  await expect.poll(() => page.evaluate(changing)).toBe(0)
}

/** Legacy mode needs no extra page to merge frames, which do not exist here. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

/**
 * Examines the whole screen in light mode, and only the colour rules in dark mode: in English, because
 * the colours are the same in any language.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
  const light = await axe(page).withTags(standard).analyze()
  const isEnglish = (await page.locator('html').getAttribute('lang')) === 'en'
  const dark = isEnglish ? await violationsInDark(page) : []
  const found = [...light.violations, ...dark].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${screen}: ${id}: ${html} ${failureSummary}`),
  )
  expect.soft(found).toEqual([])
}

async function violationsInDark(page: Page) {
  await showIn(page, 'dark')
  const { violations } = await axe(page).withRules(decidedByColours).analyze()
  await showIn(page, 'light')
  return violations
}
