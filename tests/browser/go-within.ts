import { expect, type Page } from '@playwright/test'

/**
 * Goes to another screen as a link does, without loading the app again. If the focus was outside
 * the screen, waits until the new one has taken it.
 */
export async function goWithin(page: Page, address: string): Promise<void> {
  if (new URL(page.url()).pathname === address) return
  // As text: it runs in the browser, whose types this file does not have.
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate'))`)
  await expect(page.locator('#main:focus-within')).toHaveCount(1)
}
