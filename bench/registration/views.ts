import type { Point } from '#geometry/point'
import { gaussianBlur } from '#raster/gaussian'
import { createGreyImage, type GreyImage, type RgbImage } from '#raster/image'
import { sampleAt } from '#raster/sample'
import type { FieldOfView } from '#retina/field-of-view'
import { mapPlace, placeMappedTo, type QuadraticMap } from '#retina/registration/quadratic-map'

import type { Random } from '../../training/quality/random.ts'

/** Two views of one eye, and where the places of one are in the other. */
export interface PairOfViews {
  readonly first: RgbImage
  readonly second: RgbImage
  /** Places of the first view that both show, and the same places in the second. */
  readonly places: readonly { readonly from: Point; readonly to: Point }[]
  /** Share of the first view's field that the second shows. */
  readonly overlap: number
}

/** Diameter of a view's field, in its pixels. */
export const viewPx = 1000
/** Around the field, as a share of its diameter. */
const margin = 0.012
/** The second view is turned, enlarged and bent at most so much: radians, factor, shares of the radius. */
const most = { turn: 0.26, zoom: 0.1, bend: 0.03 } as const
/** Levels of the surround. */
const black = 3

/** Bounds of what differs between photographs of an eye. */
export interface Light {
  readonly gamma: readonly [number, number]
  readonly gain: readonly [number, number]
  /** Of the light across the field, and towards its edge, at most. */
  readonly tilt: number
  readonly fall: number
  /** Standard deviations of a blur, as a share of the field's diameter, and of noise, in levels. */
  readonly blur: readonly [number, number]
  readonly noise: readonly [number, number]
}

const anyLight: Light = {
  gamma: [0.75, 1.35],
  gain: [0.75, 1.2],
  tilt: 0.25,
  fall: 0.35,
  blur: [0.0003, 0.0022],
  noise: [0.5, 6],
}

/**
 * Cuts two round views from a photograph: fields of the same size that have a common part of about the share
 * asked for, the second turned, enlarged and bent by a quadratic map of the eye, both with an exposure,
 * vignette, blur and noise of their own.
 */
export function cutViews(
  photograph: RgbImage,
  { centre, diameterPx }: FieldOfView,
  { overlap, random }: { readonly overlap: number; readonly random: Random },
): PairOfViews {
  const apart = apartFor(overlap)
  const radius = (0.985 * diameterPx) / 2 / (1 + apart / 2)
  // Mostly sideways: photographs are often cut at the top and the bottom.
  const angle = random.between(-0.6, 0.6) + (random.chance(0.5) ? Math.PI : 0)
  const half = {
    x: (apart * radius * Math.cos(angle)) / 2,
    y: (apart * radius * Math.sin(angle)) / 2,
  }
  const still = { turn: 0, zoom: 1, bend: () => 0 }
  const bent = {
    turn: random.between(-most.turn, most.turn),
    zoom: random.between(1 - most.zoom, 1 + most.zoom),
    bend: () => random.between(-most.bend, most.bend),
  }
  const [from, to] = [-1, 1].map((side) => ({
    x: centre.x + side * half.x,
    y: centre.y + side * half.y,
  })) as [Point, Point]
  const first = viewMap({ centre: from, radius, fieldPx: viewPx }, still)
  const second = viewMap({ centre: to, radius, fieldPx: viewPx }, bent)
  return {
    first: viewThrough(first, photograph, { light: anyLight, random }),
    second: viewThrough(second, photograph, { light: anyLight, random }),
    ...commonPlaces(first, second),
  }
}

/** Distance of two circles of radius 1 with this share in common. */
function apartFor(overlap: number): number {
  let [near, far] = [0, 2]
  for (let i = 0; i < 30; i++) {
    const apart = (near + far) / 2
    const lens = 2 * Math.acos(apart / 2) - (apart / 2) * Math.sqrt(4 - apart * apart)
    if (lens / Math.PI > overlap) near = apart
    else far = apart
  }
  return near
}

/** A round part of a photograph, and the diameter of the view that shows it, in the view's pixels. */
interface Frame {
  readonly centre: Point
  readonly radius: number
  readonly fieldPx: number
}

interface Pose {
  readonly turn: number
  readonly zoom: number
  readonly bend: () => number
}

/** From a view's pixels to the photograph's. */
export function viewMap(
  { centre, radius, fieldPx }: Frame,
  { turn, zoom, bend }: Pose,
): QuadraticMap {
  const middle = middleOf(fieldPx)
  const r = radius * zoom
  const [cos, sin] = [r * Math.cos(turn), r * Math.sin(turn)]
  return {
    centre: { x: middle, y: middle },
    unit: fieldPx / 2,
    x: [centre.x, cos, -sin, r * bend(), r * bend(), r * bend()],
    y: [centre.y, sin, cos, r * bend(), r * bend(), r * bend()],
  }
}

function middleOf(fieldPx: number): number {
  return (0.5 + margin) * fieldPx
}

/** The photograph as a camera sees it through a map: with a light, blur and noise of its own. */
export function viewThrough(
  map: QuadraticMap,
  photograph: RgbImage,
  { light, random }: { readonly light: Light; readonly random: Random },
): RgbImage {
  const middle = map.centre.x
  const side = Math.round(2 * middle)
  const data = new Uint8Array(3 * side * side).fill(black)
  const gamma = random.between(...light.gamma)
  const tilt = {
    x: random.between(-light.tilt, light.tilt),
    y: random.between(-light.tilt, light.tilt),
  }
  const fall = random.between(0, light.fall)
  const sigma = 2 * map.unit * random.between(...light.blur)
  const noise = random.between(...light.noise)
  for (const channel of [0, 1, 2]) {
    const gain = random.between(...light.gain)
    const seen = channelOf(photograph, channel)
    const lit = createGreyImage({ width: side, height: side })
    forEachInView(map, (x, y, i) => {
      const at = mapPlace(map, { x: x + 0.5, y: y + 0.5 })
      const [u, v] = [(x - middle) / middle, (y - middle) / middle]
      const shade = gain * (1 + tilt.x * u + tilt.y * v) * (1 - fall * (u * u + v * v))
      lit.data[i] = 255 * shade * (sampleAt(seen, at.x, at.y) / 255) ** gamma
    })
    const blurred = gaussianBlur(lit, sigma).data
    forEachInView(map, (_x, _y, i) => {
      const value = (blurred[i] ?? 0) + noise * random.normal()
      data[3 * i + channel] = Math.max(0, Math.min(255, Math.round(value)))
    })
  }
  return { width: side, height: side, data }
}

function channelOf({ width, height, data }: RgbImage, channel: number): GreyImage {
  const values = Float32Array.from({ length: width * height }, (_, i) => data[3 * i + channel] ?? 0)
  return { width, height, data: values }
}

function forEachInView(
  { centre, unit }: QuadraticMap,
  visit: (x: number, y: number, i: number) => void,
): void {
  const side = Math.round(2 * centre.x)
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      if (Math.hypot(x + 0.5 - centre.x, y + 0.5 - centre.y) <= unit) visit(x, y, i)
    }
  }
}

/** A grid of places that both views show. */
function commonPlaces(
  first: QuadraticMap,
  second: QuadraticMap,
): Pick<PairOfViews, 'places' | 'overlap'> {
  const middle = middleOf(viewPx)
  const steps = Array.from({ length: 39 }, (_, i) => (i - 19) / 20)
  const grid = steps
    .flatMap((v) => steps.map((u) => ({ u, v })))
    .filter(({ u, v }) => Math.hypot(u, v) < 0.97)
  const places = grid.flatMap(({ u, v }) => {
    const from = { x: middle + (u * viewPx) / 2, y: middle + (v * viewPx) / 2 }
    const to = placeMappedTo(second, mapPlace(first, from))
    const isSeen = to !== undefined && Math.hypot(to.x - middle, to.y - middle) < 0.485 * viewPx
    return isSeen ? [{ from, to }] : []
  })
  return { places, overlap: places.length / grid.length }
}
