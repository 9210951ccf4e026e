import type { Locator } from '@playwright/test'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Position of an element in the window; it must be visible. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not on the page.')
  return box
}

export function overlap(a: Box, b: Box): boolean {
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x
  return !apart && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Whether the whole of the second is within the first. */
export function holds(a: Box, b: Box): boolean {
  const isAcross = a.x <= b.x && b.x + b.width <= a.x + a.width
  return isAcross && a.y <= b.y && b.y + b.height <= a.y + a.height
}
