const fractionBits = 13
/** Extra bits of precision between the two passes: as many as 32 bits allow for 12-bit samples. */
const extraBits = 1
const halfWay = new Float64Array(64)
const samples = new Float64Array(64)

/**
 * The inverse discrete cosine transform of 8 x 8 coefficients in rows (ITU-T T.81 A.3.3) in whole
 * numbers: the algorithm of Loeffler, Ligtenberg and Moschytz (ICASSP 1989) with constants of 13
 * bits, which most decoders use, so that the same samples come out. The array is the same at every
 * call.
 */
export function inverseTransform(coefficients: Int32Array): Float64Array {
  for (let column = 0; column < 8; column++) {
    transformLine(coefficients, halfWay, {
      start: column,
      step: 8,
      shift: fractionBits - extraBits,
    })
  }
  for (let row = 0; row < 8; row++) {
    transformLine(halfWay, samples, {
      start: row * 8,
      step: 1,
      shift: fractionBits + extraBits + 3,
    })
  }
  return samples
}

interface Line {
  readonly start: number
  readonly step: number
  /** Bits of fraction to be rounded away. */
  readonly shift: number
}

function transformLine(from: Int32Array | Float64Array, to: Float64Array, line: Line): void {
  const { start, step, shift } = line
  const at = (index: number): number => from[start + index * step] ?? 0
  const even = evenPart(at(0), at(2), at(4), at(6))
  const odd = oddPart(at(1), at(3), at(5), at(7))
  const half = 2 ** (shift - 1)
  for (let index = 0; index < 4; index++) {
    const [sum = 0, difference = 0] = [even[index], odd[index]]
    to[start + index * step] = Math.floor((sum + difference + half) / 2 ** shift)
    to[start + (7 - index) * step] = Math.floor((sum - difference + half) / 2 ** shift)
  }
}

type Four = readonly [number, number, number, number]

/** A factor with its bits of fraction. */
const fixed = (factor: number): number => Math.round(factor * 2 ** fractionBits)
const turned = {
  both: fixed(0.541196100146197),
  second: fixed(0.765366864730179),
  sixth: fixed(1.847759065022573),
}

function evenPart(zeroth: number, second: number, fourth: number, last: number): Four {
  const both = (second + last) * turned.both
  const outer = both + second * turned.second
  const inner = both - last * turned.sixth
  const sum = (zeroth + fourth) * 2 ** fractionBits
  const difference = (zeroth - fourth) * 2 ** fractionBits
  return [sum + outer, difference + inner, difference - inner, sum - outer]
}

const own = {
  first: fixed(1.501321109664298),
  third: fixed(3.072711026275384),
  fifth: fixed(2.053119869012434),
  seventh: fixed(0.298631335911854),
}
const shared = {
  all: fixed(1.175875602419359),
  outer: fixed(0.899976223136416),
  inner: fixed(2.562915447741505),
  upper: fixed(1.961570560806461),
  lower: fixed(0.390180644032257),
}

function oddPart(first: number, third: number, fifth: number, seventh: number): Four {
  const all = (first + third + fifth + seventh) * shared.all
  const outer = -(first + seventh) * shared.outer
  const inner = -(third + fifth) * shared.inner
  const upper = all - (third + seventh) * shared.upper
  const lower = all - (first + fifth) * shared.lower
  return [
    first * own.first + outer + lower,
    third * own.third + inner + upper,
    fifth * own.fifth + inner + lower,
    seventh * own.seventh + outer + upper,
  ]
}
