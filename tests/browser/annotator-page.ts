import type { Locator, Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'

import { expect, type Person } from './fixtures.ts'

/** Size of every photograph in these tests. */
const size = { width: 1600, height: 1200 }

export interface Opened {
  readonly dataset: { id: number; name: string }
  readonly images: readonly number[]
}

/** A dataset with two categories and some photographs, all of one colour each. */
export async function givenImages(person: Person, count = 1): Promise<Opened> {
  const name = `Annotator ${person.username} ${count}`
  const made = await person.api.post('/api/dataset/', {
    data: { name, categories: ['Drusen', 'Disc'] },
  })
  const dataset = await made.json()
  const images: number[] = []
  for (let i = 0; i < count; i++) {
    const background = { r: 160, g: 60 + 10 * i, b: 30 }
    const picture = sharp({ create: { ...size, channels: 3, background } })
    images.push(await givenPhotograph(person, dataset.id, { name: `photograph-${i + 1}`, picture }))
  }
  return { dataset, images }
}

/** The number of a photograph that was uploaded. */
export async function givenPhotograph(
  { api }: Person,
  dataset: number,
  { name, picture }: { name: string; picture: Sharp },
): Promise<number> {
  const buffer = await picture.png().toBuffer()
  const file = { name: `${name}.png`, mimeType: 'image/png', buffer }
  const sent = await api.post(`/api/image/?dataset_id=${dataset}`, { multipart: { image: file } })
  expect(sent.ok(), await sent.text()).toBe(true)
  return (await sent.json()).image.id
}

/** A right and a left eye of one patient's day. */
export async function givenBothEyes(person: Person) {
  const { images } = await givenImages(person, 2)
  for (const [place, eye] of (['R', 'L'] as const).entries()) {
    const answer = await person.api.patch(`/api/image/${images[place]}/patient-data`, {
      data: { patient_id: 'P1', eye },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return images
}

/** All annotations of an image on the server. */
export async function annotationsOf({ api }: Person, image: number) {
  const answer = await api.get(`/api/annotator/data/${image}`)
  const { categories } = await answer.json()
  return categories.flatMap((category: { annotations: unknown[] }) => category.annotations)
}

/** The annotator as a person sees it, and the image's place on the screen when it is whole. */
export class Annotator {
  readonly page: Page
  readonly canvas: Locator

  constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('application')
  }

  async open(image: number | undefined): Promise<this> {
    await this.page.goto(`/annotate/${image}?order=file_name`)
    await this.canvas.waitFor()
    await expect(this.page.getByLabel('Loading image…')).toHaveCount(0)
    return this
  }

  async onScreen(x: number, y: number): Promise<[number, number]> {
    const box = await this.canvas.boundingBox()
    if (box === null) throw new Error('There is no canvas.')
    const margin = 28
    const zoom = Math.min(
      (box.width - 2 * margin) / size.width,
      (box.height - 2 * margin) / size.height,
    )
    return [
      box.x + (box.width - size.width * zoom) / 2 + x * zoom,
      box.y + (box.height - size.height * zoom) / 2 + y * zoom,
    ]
  }

  /** Presses, moves in a line and lets go. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.press(from, to)
    await this.page.mouse.up()
  }

  /** Presses and moves along a line, and leaves the button down. */
  async press(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.page.mouse.move(...(await this.onScreen(...from)))
    await this.page.mouse.down()
    await this.page.mouse.move(...(await this.onScreen(...to)), { steps: 20 })
  }

  async click(x: number, y: number): Promise<void> {
    await this.page.mouse.click(...(await this.onScreen(x, y)))
  }

  /** Draws a new annotation of the active category as a box of 200 by 100 pixels. */
  async drawBox(x: number, y: number): Promise<void> {
    await this.page.keyboard.press('Space')
    await this.page.keyboard.press('r')
    await this.click(x, y)
    await this.click(x + 200, y + 100)
  }

  state(state: string): Locator {
    return this.page.getByRole('status').getByText(state, { exact: true })
  }
}

/** A person's annotator with a photograph open that is all of one colour. */
export async function openPhotograph(page: Page, person: Person) {
  const { dataset, images } = await givenImages(person)
  const [image = 0] = images
  return { annotator: await new Annotator(page).open(image), dataset, image }
}
