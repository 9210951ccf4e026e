import { templateCategories } from './category-templates.ts'

/** Colours for categories of one's own and for keypoints. */
export const freeColours = [
  '#e03131',
  '#31ace0',
  '#e0af31',
  '#8931e0',
  '#35e031',
  '#e0319a',
  '#31e0c1',
  '#bde031',
  '#3162e0',
  '#e06631',
  '#31e077',
  '#d231e0',
  '#e0cf31',
  '#3f31e0',
  '#74e031',
  '#e0315b',
  '#9e4747',
  '#47849e',
  '#9e8647',
  '#73479e',
  '#499e47',
  '#9e477b',
  '#479e8e',
  '#8d9e47',
  '#475f9e',
  '#9e6147',
  '#479e6a',
  '#97479e',
  '#9e9547',
  '#4e479e',
  '#689e47',
  '#9e475c',
] as const

/** Distance from which on two colours are not confused on a photograph. */
const clearlyApart = 0.09

/**
 * The colour for a new category beside others: of those used least, the first that is clearly apart
 * from the colours in use and from those of the templates, else the one farthest from them.
 */
export function freeColour(used: readonly string[]): string {
  const avoided = [...used, ...templateCategories.map(({ color }) => color)]
  const uses = freeColours.map((colour) => used.filter((other) => other === colour).length)
  const fewest = Math.min(...uses)
  const choices = freeColours
    .filter((_, place) => uses[place] === fewest)
    .map((colour) => ({ colour, apart: leastDistance(colour, avoided) }))
  const [farthest] = choices.toSorted((a, b) => b.apart - a.apart)
  const chosen = choices.find(({ apart }) => apart >= clearlyApart) ?? farthest
  return chosen?.colour ?? freeColours[0]
}

function leastDistance(colour: string, others: readonly string[]): number {
  return Math.min(...others.map((other) => colourDistance(colour, other)))
}

type Triple = readonly [number, number, number]

/**
 * How different two colours '#rrggbb' look: their distance in OKLab, in which black and white are 1
 * apart. `seenAs` first changes their linear red, green and blue. Source: B. Ottosson, A perceptual
 * color space for image processing, 2020.
 */
export function colourDistance(
  a: string,
  b: string,
  seenAs: (linear: Triple) => Triple = (linear) => linear,
): number {
  const [one, other] = [okLab(seenAs(linearOf(a))), okLab(seenAs(linearOf(b)))]
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}

function linearOf(colour: string): Triple {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function okLab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}
