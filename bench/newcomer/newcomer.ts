import type { Locator, Page } from '@playwright/test'

/** A person who sees the screens for the first time; clicks and typed fields are counted. */
export class Newcomer {
  readonly page: Page
  readonly #readme: string
  clicks = 0
  fields = 0

  constructor(page: Page, readme: string) {
    this.page = page
    this.#readme = readme
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks += 1
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text)
    this.fields += 1
  }

  /** Presses the button or link that README.md names. */
  async follow(label: string): Promise<void> {
    if (!this.#readme.includes(`*${label}*`)) throw new Error(`README.md does not name ${label}.`)
    const { page } = this
    const target = page.getByRole('button', { name: label, exact: true })
    await this.click(target.or(page.getByRole('link', { name: label, exact: true })).first())
  }
}
