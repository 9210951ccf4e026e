import { afterEach, expect } from 'vitest'

import { aSquare, type Desk, sitDown } from './desk.ts'

const desks: Desk[] = []
afterEach(() => desks.splice(0).forEach((desk) => desk.loop.stop()))

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A desk that closes when the test ends. */
export async function openDesk(...about: Parameters<typeof sitDown>): Promise<Desk> {
  const desk = await sitDown(...about)
  desks.push(desk)
  return desk
}

export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !condition(); i++) await sleep(5)
  expect(condition()).toBe(true)
}

export const saved = (desk: Desk) => until(() => desk.status === 'saved')
export const small = aSquare(10, 10, 20)
export const large = aSquare(10, 10, 50)
export const flat = (side: number) => [[10, 10, 10 + side, 10, 10 + side, 10 + side, 10, 10 + side]]
