import type { Bitmap } from './image.ts'

/**
 * Thins an area: peels it from all sides as long as nothing breaks, opens or gets shorter at its ends. The
 * lines that remain are one pixel wide, and connected (8) as the area was. Pixels on the image's border are
 * ignored and left out. Source: Z. Guo and R. W. Hall, Parallel thinning with two-subiteration algorithms,
 * 1989.
 */
export function thin(bitmap: Bitmap): Bitmap {
  const { width, height } = bitmap
  const data = withoutBorder(bitmap)
  const around = neighbourOffsets(width)
  let candidates: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i] === 1) candidates.push(i)
  for (let peeled = true; peeled;) {
    const before = candidates.length
    for (const removable of removableCodes) candidates = peel(data, candidates, around, removable)
    peeled = candidates.length < before
  }
  return { width, height, data }
}

function peel(
  data: Uint8Array,
  candidates: readonly number[],
  around: Int32Array,
  removable: Uint8Array,
): number[] {
  const doomed: number[] = []
  const kept: number[] = []
  for (const i of candidates) {
    let code = 0
    for (let k = 0; k < 8; k++) code |= (data[i + (around[k] ?? 0)] ?? 0) << k
    ;(removable[code] === 1 ? doomed : kept).push(i)
  }
  for (const i of doomed) data[i] = 0
  return kept
}

/** For both halves of a round: 1 for the neighbourhood codes with which a pixel is removed. */
const removableCodes = [0, 1].map((half) =>
  Uint8Array.from({ length: 256 }, (_, code) => (isRemovable(code, half === 0) ? 1 : 0)),
)

/** The neighbours' bits run clockwise from the one above. */
function isRemovable(code: number, isFirstHalf: boolean): boolean {
  const at = (k: number): number => (code >> (k & 7)) & 1
  const sides = [0, 2, 4, 6]
  const count = (test: (k: number) => number): number => sides.reduce((sum, k) => sum + test(k), 0)
  const parts = count((k) => (1 - at(k)) & (at(k + 1) | at(k + 2)))
  const neighbours = Math.min(
    count((k) => at(k) | at(k + 1)),
    count((k) => at(k) | at(k - 1)),
  )
  const isHeld = isFirstHalf
    ? (at(4) | at(5) | (1 - at(7))) & at(6)
    : (at(0) | at(1) | (1 - at(3))) & at(2)
  return parts === 1 && (neighbours === 2 || neighbours === 3) && isHeld === 0
}

/** The places of the eight neighbours from the one above, clockwise. */
export function neighbourOffsets(width: number): Int32Array {
  return Int32Array.of(-width, 1 - width, 1, width + 1, width, width - 1, -1, -width - 1)
}

function withoutBorder({ width, height, data }: Bitmap): Uint8Array {
  const inner = data.slice()
  inner.fill(0, 0, width)
  inner.fill(0, (height - 1) * width)
  for (let row = 0; row < inner.length; row += width) {
    inner[row] = 0
    inner[row + width - 1] = 0
  }
  return inner
}
