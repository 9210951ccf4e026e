import type { Page } from '@playwright/test'

import type { Point } from '#geometry/point'
import type { Size } from '#raster/image'

import {
  fit,
  toScreen,
  type Viewport,
  zoomAbout,
  zoomStep,
} from '../../apps/web/src/canvas/viewport.ts'

/** What one turn of a mouse's wheel by a notch sends. */
const notch = -120

/** A grader's hand on mouse and keyboard, at places of the photograph. Counts what it does. */
export class Hand {
  readonly #page: Page
  /** Keys pressed, clicks, drags and looks nearer. */
  actions = 0
  #viewport: Viewport = { zoom: 1, x: 0, y: 0 }
  #canvas: Point = { x: 0, y: 0 }

  constructor(page: Page) {
    this.#page = page
  }

  async keys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key)
      this.actions += 1
    }
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.actions += text.length
  }

  /** Shows the photograph whole. */
  async lookAtAll(photograph: Size): Promise<void> {
    const box = await this.#page.getByRole('application').boundingBox()
    if (box === null) throw new Error('There is no photograph.')
    await this.keys('c')
    this.#canvas = { x: box.x, y: box.y }
    this.#viewport = fit(photograph, box)
  }

  /** Turns the wheel over a place until an object of this length, in pixels, is some `onScreen` wide. */
  async lookAt(place: Point, length: number, onScreen = 120): Promise<void> {
    const notches = Math.round(
      Math.log(Math.max(1, onScreen / (length * this.#viewport.zoom))) / Math.log(zoomStep),
    )
    const at = toScreen(this.#viewport, place)
    await this.#moveTo(place)
    for (let i = 0; i < notches; i++) {
      await this.#page.mouse.wheel(0, notch)
      this.#viewport = zoomAbout(this.#viewport, at, zoomStep)
    }
    this.actions += 1
  }

  async click(place: Point): Promise<void> {
    await this.#moveTo(place)
    await this.#page.mouse.down()
    await this.#page.mouse.up()
    this.actions += 1
  }

  /** With a key held, which is no action of its own. */
  async clickWith(key: string, place: Point): Promise<void> {
    await this.#page.keyboard.down(key)
    await this.click(place)
    await this.#page.keyboard.up(key)
  }

  /** Presses at the first place, moves along the others, and lets go. */
  async drag([first, ...others]: readonly Point[]): Promise<void> {
    if (first === undefined) return
    await this.#moveTo(first)
    await this.#page.mouse.down()
    for (const place of others) await this.#moveTo(place, 6)
    await this.#page.mouse.up()
    this.actions += 1
  }

  async #moveTo(place: Point, steps = 1): Promise<void> {
    const { x, y } = toScreen(this.#viewport, place)
    await this.#page.mouse.move(this.#canvas.x + x, this.#canvas.y + y, { steps })
  }
}
