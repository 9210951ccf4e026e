import { createHash } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'

import { expect, password, type Person } from './fixtures.ts'

/** A photograph of one colour, which is another for another name. */
export async function photograph(name: string) {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(name).digest()
  const size = { width: 320, height: 240, channels: 3 } as const
  const picture = sharp({ create: { ...size, background: { r, g, b } } })
  return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
}

export async function givenDataset(
  { api }: Person,
  name: string,
  categories: readonly string[] = [],
): Promise<{ id: number }> {
  const answer = await api.post('/api/dataset/', { data: { name, categories } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

export async function givenImage(
  { api }: Person,
  datasetId: number,
  name: string,
): Promise<{ id: number }> {
  const answer = await api.post(`/api/image/?dataset_id=${datasetId}`, {
    multipart: { image: await photograph(name) },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).image
}

/** A triangle of the first category of the image's dataset. */
export async function givenAnnotation({ api }: Person, imageId: number): Promise<{ id: number }> {
  const { categories } = await (await api.get(`/api/annotator/data/${imageId}`)).json()
  const answer = await api.post('/api/annotation/', {
    data: {
      image_id: imageId,
      category_id: categories[0].id,
      segmentation: [[10, 10, 90, 10, 90, 90]],
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** An account made by an administrator, signed in within the browser. */
export async function signInAsNew(
  context: BrowserContext,
  admin: Person,
  account: { username: string; name: string },
): Promise<void> {
  const made = await admin.api.post('/api/admin/user/', { data: { ...account, password } })
  expect(made.ok(), await made.text()).toBe(true)
  const data = { username: account.username, password }
  expect((await context.request.post('/api/user/login', { data })).ok()).toBe(true)
}

/** Signs the browser in as the given user. */
export async function signIn(context: BrowserContext, { api }: Person): Promise<void> {
  const { cookies } = await api.storageState()
  await context.clearCookies()
  await context.addCookies(cookies)
}

/** Collects the page's complaints from now on: errors, violations of the security policy, dialogs. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  // As text: it runs in the browser, whose types this file does not have.
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) =>
      complain('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  })
  return complaints
}
