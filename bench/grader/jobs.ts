import type { Point } from '#geometry/point'
import type { Part } from '#raster/components'

import { Clicker } from '../clicks/clicking.ts'
import { firstClick } from '../clicks/user.ts'
import type { Eye } from './eyes.ts'
import type { Hand } from './hand.ts'

/** A person does not outline each of a hundred lesions in an hour. */
const mostLesions = 3
const mostMicroaneurysms = 4
const cornersOfPolygon = 10
const mostClicks = 3

const clicker = await Clicker.with()

/** A part of the work at one photograph, and the objects that it outlines, each by an annotation. */
export interface Job {
  readonly name: string
  readonly category: string
  /** Of the category's name, until the quick search finds it first. */
  readonly letters: number
  readonly objects: (eye: Eye) => readonly Part[]
  readonly work: (hand: Hand, eye: Eye, objects: readonly Part[]) => Promise<void>
}

export const jobs: readonly Job[] = [
  {
    name: 'optic disc, by an ellipse',
    category: 'Optic disc',
    letters: 7,
    objects: ({ disc }) => [disc],
    async work(hand, { disc }) {
      await hand.keys('d')
      await hand.drag(cornersOf(disc))
    },
  },
  {
    name: 'haemorrhages, by clicks',
    category: 'Haemorrhages',
    letters: 3,
    objects: ({ haemorrhages }) => haemorrhages.slice(0, mostLesions),
    work: oneAfterAnother('i', clickOn),
  },
  {
    name: 'hard exudates, by clicks',
    category: 'Hard exudates',
    letters: 3,
    objects: ({ hardExudates }) => hardExudates.slice(0, mostLesions),
    work: oneAfterAnother('i', clickOn),
  },
  {
    name: 'soft exudates, by polygons',
    category: 'Soft exudates',
    letters: 2,
    objects: ({ softExudates }) => softExudates.slice(0, mostLesions),
    work: oneAfterAnother('v', async (hand, _eye, object) => {
      for (const corner of cornersAround(object)) await hand.click(corner)
      await hand.keys('Enter')
    }),
  },
  {
    name: 'microaneurysms, by the brush',
    category: 'Microaneurysms',
    letters: 2,
    objects: ({ microaneurysms }) => microaneurysms.slice(0, mostMicroaneurysms),
    work: oneAfterAnother('b', (hand, _eye, object) => hand.click(firstClick(object))),
  },
]

/** Takes the tool of a key, looks at each object from near, and outlines it. */
function oneAfterAnother(
  key: string,
  outline: (hand: Hand, eye: Eye, object: Part) => Promise<void>,
): Job['work'] {
  return async (hand, eye, objects) => {
    await hand.keys(key)
    for (const object of objects) {
      await near(hand, eye, object)
      await outline(hand, eye, object)
    }
  }
}

/** A first click, and corrections of what it is seen to have outlined. */
async function clickOn(hand: Hand, { clickable }: Eye, object: Part): Promise<void> {
  const { clicks } = await clicker.clickOn(clickable, object, mostClicks)
  for (const click of clicks) {
    if (click.inside) await hand.click(click)
    else await hand.clickWith('Shift', click)
  }
  await hand.keys('Enter')
}

async function near(hand: Hand, eye: Eye, { region }: Part): Promise<void> {
  await hand.lookAtAll(eye.size)
  const middle = { x: region.x + region.width / 2, y: region.y + region.height / 2 }
  await hand.lookAt(middle, Math.max(region.width, region.height))
}

/** Opposite corners of the smallest box. */
function cornersOf({ region: { x, y, width, height } }: Part): Point[] {
  return [
    { x, y },
    { x: x + width, y: y + height },
  ]
}

/** Places on the edge, as seen from the middle in equal angles. */
function cornersAround(object: Part): Point[] {
  const { x, y } = firstClick(object)
  return Array.from({ length: cornersOfPolygon }, (_, i) => {
    const angle = (2 * Math.PI * i) / cornersOfPolygon
    const [right, down] = [Math.cos(angle), Math.sin(angle)]
    let away = 0
    while (isInside(object, x + right * (away + 1), y + down * (away + 1))) away += 1
    return { x: x + right * away, y: y + down * away }
  })
}

function isInside({ region, bitmap }: Part, x: number, y: number): boolean {
  const [column, row] = [Math.floor(x - region.x), Math.floor(y - region.y)]
  const isWithin = column >= 0 && row >= 0 && column < region.width && row < region.height
  return isWithin && bitmap.data[row * region.width + column] === 1
}
