/**
 * `nominal` counts equal choices alone; `ordered` weights by the squared distance of the choices
 * (Cohen, Psychological Bulletin 1968;70:213-20).
 */
export type Scale = 'nominal' | 'ordered'

/** How far the choices number i and j of a scale agree, from 0 to 1. */
export function scaleWeight(scale: Scale, choices: number): (i: number, j: number) => number {
  if (scale === 'nominal') return (i, j) => Number(i === j)
  return (i, j) => 1 - ((i - j) / Math.max(1, choices - 1)) ** 2
}
