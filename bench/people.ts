import type { Browser, Page } from '@playwright/test'

import { password } from '../tests/http-client.ts'
import { print } from './measure.ts'

const moveCount = 36

/** A place on the screen or in the image. */
export type Place = readonly [x: number, y: number]

/** The window in which both are shown. */
export const viewport = { width: 1280, height: 800 }

/** The centre of the part of the photograph that both show. */
export const middle: Place = [560, 400]

export interface Target {
  readonly centre: Place
  readonly vertex: Place
}

/** A person before one of the two screens. */
export interface Person {
  readonly page: Page
  select(work: () => Promise<void>): Promise<void>
  pan(work: () => Promise<void>): Promise<void>
  brush(work: () => Promise<void>): Promise<void>
  erase(work: () => Promise<void>): Promise<void>
  /** The middle of an annotation that is large enough to have handles, and its first vertex. */
  readonly target: Target
  /** Screen position of a place of the image while it is shown whole. */
  onScreen(x: number, y: number): Promise<Place>
}

type CanvasBox = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

export class Ours implements Person {
  readonly page: Page
  readonly target: Target
  readonly #side: number
  readonly #canvas: CanvasBox

  private constructor(page: Page, side: number, target: Target, canvas: CanvasBox) {
    this.page = page
    this.target = target
    this.#side = side
    this.#canvas = canvas
  }

  /** Locates the canvas in advance, because the search blocks the page's thread for half a frame. */
  static async before(page: Page, side: number, target: Target): Promise<Ours> {
    const canvas = await page.getByRole('application').boundingBox()
    if (canvas === null) throw new Error('There is no canvas.')
    return new Ours(page, side, target, canvas)
  }

  select(work: () => Promise<void>): Promise<void> {
    return work()
  }

  async pan(work: () => Promise<void>): Promise<void> {
    await this.page.mouse.down({ button: 'middle' })
    await work()
    await this.page.mouse.up({ button: 'middle' })
  }

  /** Takes the brush, with its least useful radius, for a new annotation. */
  async brush(work: () => Promise<void>): Promise<void> {
    await this.page.keyboard.press('Space')
    await this.page.keyboard.press('b')
    for (let i = 0; i < 5; i++) await this.page.keyboard.press('[')
    await dragging(this.page, work)
  }

  async erase(work: () => Promise<void>): Promise<void> {
    await this.page.keyboard.press('e')
    await dragging(this.page, work)
    await this.page.keyboard.press('s')
  }

  async onScreen(x: number, y: number): Promise<Place> {
    await this.page.keyboard.press('c')
    await nextFrame(this.page)
    const box = this.#canvas
    const margin = 28
    const zoom = (Math.min(box.width, box.height) - 2 * margin) / this.#side
    const [left, top] = [box.width - this.#side * zoom, box.height - this.#side * zoom]
    return [box.x + left / 2 + x * zoom, box.y + top / 2 + y * zoom]
  }
}

export class Predecessor implements Person {
  readonly page: Page
  readonly target: Target
  readonly #side: number

  constructor(page: Page, side: number, target: Target) {
    this.page = page
    this.target = target
    this.#side = side
  }

  async select(work: () => Promise<void>): Promise<void> {
    await this.page.evaluate("predecessor.take('select')")
    await work()
  }

  pan(work: () => Promise<void>): Promise<void> {
    return this.#dragWith('pan', work)
  }

  brush(work: () => Promise<void>): Promise<void> {
    return this.#dragWith('brush', work)
  }

  erase(work: () => Promise<void>): Promise<void> {
    return this.#dragWith('eraser', work)
  }

  async onScreen(x: number, y: number): Promise<Place> {
    await this.page.evaluate('predecessor.showWhole()')
    const zoom = Math.min(viewport.width, viewport.height) / this.#side
    return [
      viewport.width / 2 + (x - this.#side / 2) * zoom,
      viewport.height / 2 + (y - this.#side / 2) * zoom,
    ]
  }

  async #dragWith(tool: string, work: () => Promise<void>): Promise<void> {
    await this.page.evaluate(`predecessor.take('${tool}')`)
    await dragging(this.page, work)
  }
}

async function dragging({ mouse }: Page, work: () => Promise<void>): Promise<void> {
  await mouse.down()
  await work()
  await mouse.up()
}

/** Gestures to perform in both, one after the other. */
export const gestures: Readonly<Record<string, (person: Person) => Promise<void>>> = {
  async pan(person) {
    await person.page.mouse.move(...middle)
    await person.pan(() => moveAbout(person.page))
  },
  async zoom({ page }) {
    await page.mouse.move(...middle)
    for (const delta of [-100, 100]) {
      for (let i = 0; i < 15; i++) {
        await page.mouse.wheel(0, delta)
        await nextFrame(page)
      }
    }
  },
  async 'pointer over the shapes'(person) {
    await person.select(() => moveAbout(person.page))
  },
  async 'click on shapes'(person) {
    await person.select(async () => {
      for (let i = 0; i < moveCount / 3; i++) {
        await person.page.mouse.click(middle[0] + 12 * i - 120, middle[1] + 9 * i - 90)
        await nextFrame(person.page)
      }
    })
  },
  async 'drag a vertex'(person) {
    const { centre, vertex } = person.target
    await person.select(async () => {
      await person.page.mouse.click(...(await person.onScreen(...centre)))
      const [x, y] = await person.onScreen(...vertex)
      await person.page.mouse.move(x, y)
      await dragging(person.page, async () => {
        for (let i = 1; i <= moveCount; i++)
          await person.page.mouse.move(x + i, y + 9 * Math.sin(i))
      })
    })
  },
  async brush(person) {
    await person.page.mouse.move(...middle)
    await person.brush(() => moveAbout(person.page))
  },
  async erase(person) {
    await person.page.mouse.move(...middle)
    await person.erase(() => moveAbout(person.page))
  },
}

/** Each move is answered when the page has handled it, which it does once a frame. */
export async function moveAbout(page: Page): Promise<void> {
  for (let i = 0; i < moveCount; i++) {
    await page.mouse.move(middle[0] + 150 * Math.sin(i / 6), middle[1] + 120 * Math.sin(i / 9))
  }
}

/** Waits for a frame of the page. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))')
}

/** Opens an image as a user who has just signed in. */
export async function openAnnotator(
  browser: Browser,
  address: string,
  imageId: number,
): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: address })
  await context.request.post('/api/user/login', { data: { username: 'kim', password } })
  const page = await context.newPage()
  const start = performance.now()
  await page.goto(`/annotate/${imageId}`)
  await page.getByRole('application').waitFor()
  await page.getByLabel('Loading image…').waitFor({ state: 'hidden' })
  print(`opened in ${(performance.now() - start).toFixed(0)} ms, the app included`)
  return page
}
