/**
 * The algorithms of COCO's maskApi.c, written down one to one: the baseline that ours are measured
 * against. Masks have one byte a pixel, down the columns.
 */

export function naiveEncode(mask: Uint8Array): number[] {
  const counts: number[] = []
  let run = 0
  let previous = 0
  for (const pixel of mask) {
    if (pixel !== previous) {
      counts.push(run)
      run = 0
      previous = pixel
    }
    run++
  }
  counts.push(run)
  return counts
}

export function naiveDecode(counts: readonly number[], pixels: number): Uint8Array {
  const mask = new Uint8Array(pixels)
  let at = 0
  let value = 0
  for (const count of counts) {
    for (let i = 0; i < count; i++) mask[at++] = value
    value = 1 - value
  }
  return mask
}

export function naiveIou(a: readonly number[], b: readonly number[]): number {
  let [indexA, indexB] = [1, 1]
  let [leftA, leftB] = [a[0] ?? 0, b[0] ?? 0]
  let [inA, inB] = [false, false]
  let [shared, either] = [0, 0]
  for (;;) {
    const length = Math.min(leftA, leftB)
    if (inA || inB) either += length
    if (inA && inB) shared += length
    leftA -= length
    leftB -= length
    if (leftA === 0) {
      if (indexA === a.length) break
      leftA = a[indexA++] ?? 0
      inA = !inA
    }
    if (leftB === 0) {
      if (indexB === b.length) break
      leftB = b[indexB++] ?? 0
      inB = !inB
    }
  }
  return either === 0 ? 0 : shared / either
}
