import type { Point } from '#geometry/point'

/**
 * A map from one photograph of an eye to another: either coordinate is a polynomial of second degree, 12
 * parameters. It follows from a spherical retina and weak perspective. Source: A. Can, C. V. Stewart, B.
 * Roysam and H. L. Tanenbaum, A feature-based, robust, hierarchical algorithm for registering pairs of images
 * of the curved human retina, 2002.
 */
export interface QuadraticMap {
  /** Place and unit of the polynomials' variables u and v, in pixels of the photograph mapped from. */
  readonly centre: Point
  readonly unit: number
  /** Coefficients of 1, u, v, u², uv and v², in pixels of the photograph mapped to. */
  readonly x: Coefficients
  readonly y: Coefficients
}

type Coefficients = readonly [number, number, number, number, number, number]

/** The slope of a map at a place: how far x and y move for a step along x or along y. */
export interface Slope {
  readonly xx: number
  readonly xy: number
  readonly yx: number
  readonly yy: number
}

/** A place and where it belongs: exactly, or anywhere on a line across a normal of length 1. */
export interface Tie {
  readonly from: Point
  readonly to: Point
  readonly normal?: Point
  readonly weight: number
}

export interface MapFrame {
  readonly centre: Point
  readonly unit: number
}

/** The coefficients of an affine map or all of them. */
export type Degree = 'affine' | 'quadratic'

/** Standard deviation of the coefficients of second degree among eyes, as a share of the unit. */
const expectedBend = 0.03
/** Newton's steps are exact to far below a pixel after this many. */
const newtonSteps = 8

export function mapPlace({ centre, unit, x, y }: QuadraticMap, place: Point): Point {
  const u = (place.x - centre.x) / unit
  const v = (place.y - centre.y) / unit
  return { x: valueOf(x, u, v), y: valueOf(y, u, v) }
}

function valueOf(c: Coefficients, u: number, v: number): number {
  return c[0] + u * (c[1] + c[3] * u + c[4] * v) + v * (c[2] + c[5] * v)
}

export function slopeAt({ centre, unit, x, y }: QuadraticMap, place: Point): Slope {
  const u = (place.x - centre.x) / unit
  const v = (place.y - centre.y) / unit
  const alongX = (c: Coefficients): number => (c[1] + 2 * c[3] * u + c[4] * v) / unit
  const alongY = (c: Coefficients): number => (c[2] + c[4] * u + 2 * c[5] * v) / unit
  return { xx: alongX(x), xy: alongY(x), yx: alongX(y), yy: alongY(y) }
}

/** The place that is mapped to another; undefined far outside, where the polynomial folds over. */
export function placeMappedTo(map: QuadraticMap, to: Point): Point | undefined {
  let place = map.centre
  for (let step = 0; step < newtonSteps; step++) {
    const at = mapPlace(map, place)
    const { xx, xy, yx, yy } = slopeAt(map, place)
    const area = xx * yy - xy * yx
    if (Math.abs(area) < 1e-9) return undefined
    const [dx, dy] = [to.x - at.x, to.y - at.y]
    place = { x: place.x + (yy * dx - xy * dy) / area, y: place.y + (xx * dy - yx * dx) / area }
  }
  const { x, y } = mapPlace(map, place)
  return Math.hypot(x - to.x, y - to.y) < 0.01 ? place : undefined
}

/** How many times as wide and as high a photograph is. */
export interface Enlargement {
  readonly x: number
  readonly y: number
}

/** The map between the same photographs at other sizes. */
export function enlargeMap(
  { centre, unit, x, y }: QuadraticMap,
  { from, to }: { readonly from: Enlargement; readonly to: Enlargement },
): QuadraticMap {
  // The unit is that along x; v counts it too.
  const v = from.x / from.y
  const enlarged = ([a, b, c, d, e, f]: Coefficients, k: number): Coefficients => [
    k * a,
    k * b,
    k * v * c,
    k * d,
    k * v * e,
    k * v * v * f,
  ]
  return {
    centre: { x: from.x * centre.x, y: from.y * centre.y },
    unit: from.x * unit,
    x: enlarged(x, to.x),
    y: enlarged(y, to.y),
  }
}

/**
 * The map that fits ties best by weighted least squares; undefined if they do not determine it. Coefficients
 * of second degree are held near 0 as far as the ties leave them open.
 */
export function fitMap(
  ties: readonly Tie[],
  { centre, unit }: MapFrame,
  degree: Degree,
): QuadraticMap | undefined {
  const terms = degree === 'affine' ? 3 : 6
  const size = 2 * terms
  const matrix = new Float64Array(size * size)
  const right = new Float64Array(size)
  const row = new Float64Array(size)
  for (const { from, to, normal, weight } of ties) {
    const [u, v] = [(from.x - centre.x) / unit, (from.y - centre.y) / unit]
    const basis = [1, u, v, u * u, u * v, v * v]
    for (const { x, y } of normal === undefined ? bothAxes : [normal]) {
      for (let k = 0; k < terms; k++) {
        row[k] = x * (basis[k] ?? 0)
        row[terms + k] = y * (basis[k] ?? 0)
      }
      addEquation({ matrix, right }, row, { value: x * to.x + y * to.y, weight })
    }
  }
  const hold = (expectedBend * unit) ** -2
  for (let k = 3; k < terms; k++) {
    matrix[k * size + k] = (matrix[k * size + k] ?? 0) + hold
    const other = terms + k
    matrix[other * size + other] = (matrix[other * size + other] ?? 0) + hold
  }
  const solution = solve(matrix, right)
  if (solution === undefined) return undefined
  const coefficients = (first: number): Coefficients => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = solution.subarray(first, first + terms)
    return [a, b, c, d, e, f]
  }
  return { centre, unit, x: coefficients(0), y: coefficients(terms) }
}

const bothAxes: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
]

interface Equations {
  readonly matrix: Float64Array
  readonly right: Float64Array
}

function addEquation(
  { matrix, right }: Equations,
  row: Float64Array,
  { value, weight }: { readonly value: number; readonly weight: number },
): void {
  const size = row.length
  for (let i = 0; i < size; i++) {
    const scaled = weight * (row[i] ?? 0)
    if (scaled === 0) continue
    right[i] = (right[i] ?? 0) + scaled * value
    for (let j = 0; j < size; j++) {
      matrix[i * size + j] = (matrix[i * size + j] ?? 0) + scaled * (row[j] ?? 0)
    }
  }
}

/** Gaussian elimination with the largest pivot; undefined if the matrix is singular. Overwrites both. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
  const size = right.length
  const at = (i: number, j: number): number => matrix[i * size + j] ?? 0
  let largest = 0
  for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(at(i, i)))
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(at(i, column)) > Math.abs(at(pivot, column))) pivot = i
    }
    if (!(Math.abs(at(pivot, column)) > 1e-10 * largest)) return undefined
    swapRows({ matrix, right }, pivot, column)
    for (let i = column + 1; i < size; i++) {
      const factor = at(i, column) / at(column, column)
      for (let j = column; j < size; j++) matrix[i * size + j] = at(i, j) - factor * at(column, j)
      right[i] = (right[i] ?? 0) - factor * (right[column] ?? 0)
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = right[i] ?? 0
    for (let j = i + 1; j < size; j++) sum -= at(i, j) * (right[j] ?? 0)
    right[i] = sum / at(i, i)
  }
  return right
}

function swapRows({ matrix, right }: Equations, a: number, b: number): void {
  const size = right.length
  for (let j = 0; j < size; j++) {
    const kept = matrix[a * size + j] ?? 0
    matrix[a * size + j] = matrix[b * size + j] ?? 0
    matrix[b * size + j] = kept
  }
  const kept = right[a] ?? 0
  right[a] = right[b] ?? 0
  right[b] = kept
}
