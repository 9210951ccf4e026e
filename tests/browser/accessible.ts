import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

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

/**
 * Legacy mode needs no extra page to merge frames, which do not exist here. Describing all elements
 * that pass would take longer than examining them.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

/** Examines the whole screen in light mode, and only the colour rules in dark mode. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const light = await violationsOf(page)
  await showIn(page, 'dark')
  const { violations: dark } = await axe(page).withRules(decidedByColours).analyze()
  await showIn(page, 'light')
  expectNone([...light, ...dark], screen)
}

/** Examines the whole screen in its present colours. */
export async function expectAccessibleAsShown(page: Page, screen: string): Promise<void> {
  expectNone(await violationsOf(page), screen)
}

async function violationsOf(page: Page): Promise<readonly Violation[]> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
  const { violations } = await axe(page).withTags(standard).analyze()
  return violations
}

function expectNone(violations: readonly Violation[], screen: string): void {
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${screen}: ${id}: ${html} ${failureSummary}`),
  )
  expect.soft(found).toEqual([])
}
