import type { Region } from './crop.ts'
import type { Bitmap } from './image.ts'
import { createBitmap } from './image.ts'

/** 4: pixels touch along an edge; 8: also at a corner. */
export type Connectivity = 4 | 8

export interface Components {
  readonly width: number
  readonly height: number
  /** Component number of each pixel, from 1; 0 outside the area. */
  readonly labels: Int32Array
  /** Areas in pixels by component number; the first (0) is the outside. */
  readonly areas: Int32Array
}

/** The connected parts of an area, numbered in the order of their first pixels. */
export function findComponents(bitmap: Bitmap, connectivity: Connectivity): Components {
  const { width, height } = bitmap
  const labels = new Int32Array(width * height)
  const roots = joinNeighbours(bitmap, labels, connectivity)
  const numbers = new Int32Array(roots.length)
  const areas: number[] = [0]
  for (let i = 0; i < labels.length; i++) {
    const root = rootOf(roots, labels[i] ?? 0)
    if (root !== 0 && numbers[root] === 0) numbers[root] = areas.push(0) - 1
    const number = numbers[root] ?? 0
    labels[i] = number
    areas[number] = (areas[number] ?? 0) + 1
  }
  return { width, height, labels, areas: Int32Array.from(areas) }
}

/** Gives every pixel a provisional label; returns for each label one that it is joined to. */
function joinNeighbours(
  { width, height, data }: Bitmap,
  labels: Int32Array,
  connectivity: Connectivity,
): number[] {
  const roots = [0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue
      let label = x > 0 ? (labels[i - 1] ?? 0) : 0
      if (y > 0) {
        const above = i - width
        label = joinLabels(roots, label, labels[above] ?? 0)
        if (connectivity === 8) {
          if (x > 0) label = joinLabels(roots, label, labels[above - 1] ?? 0)
          if (x < width - 1) label = joinLabels(roots, label, labels[above + 1] ?? 0)
        }
      }
      labels[i] = label === 0 ? roots.push(roots.length) - 1 : label
    }
  }
  return roots
}

function joinLabels(roots: number[], a: number, b: number): number {
  if (a === b || b === 0) return a
  if (a === 0) return b
  const rootA = rootOf(roots, a)
  const rootB = rootOf(roots, b)
  roots[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
  return Math.min(rootA, rootB)
}

function rootOf(roots: number[], label: number): number {
  let root = label
  for (let next = roots[root] ?? 0; next !== root; next = roots[root] ?? 0) {
    roots[root] = roots[next] ?? 0
    root = next
  }
  return root
}

/** The components, by number, for which a test of their area in pixels holds. */
export function keepComponents(
  { width, height, labels, areas }: Components,
  isKept: (area: number, component: number) => boolean,
): Bitmap {
  const kept = Uint8Array.from(areas, (area, i) => (i > 0 && isKept(area, i) ? 1 : 0))
  const bitmap = createBitmap({ width, height })
  for (let i = 0; i < labels.length; i++) bitmap.data[i] = kept[labels[i] ?? 0] ?? 0
  return bitmap
}

/** The largest connected part of an area, the first of several; empty if the area is empty. */
export function largestComponent(bitmap: Bitmap, connectivity: Connectivity): Bitmap {
  const components = findComponents(bitmap, connectivity)
  let largest = 1
  for (const [component, area] of components.areas.entries()) {
    if (component > 0 && area > (components.areas[largest] ?? 0)) largest = component
  }
  return keepComponents(components, (_, component) => component === largest)
}

/** A connected part of an area. */
export interface Part {
  /** The pixels of the area's bitmap that enclose the part. */
  readonly region: Region
  /** The part within the region. */
  readonly bitmap: Bitmap
  /** In pixels. */
  readonly area: number
}

/** Connected parts of an area that have a minimum number of pixels, in the order of their first pixels. */
export function partsOf(bitmap: Bitmap, connectivity: Connectivity, leastArea = 1): Part[] {
  const components = findComponents(bitmap, connectivity)
  return regionsOf(components).flatMap((region, component) => {
    const area = components.areas[component] ?? 0
    if (component === 0 || area < leastArea) return []
    return [{ region, bitmap: cutComponent(components, component, region), area }]
  })
}

/** The pixels that enclose an area; null if it is empty. */
export function regionOfArea({ width, data }: Bitmap): Region | null {
  const bounds = createBounds()
  for (let i = 0; i < data.length; i++) if (data[i] === 1) enclose(bounds, i, width)
  return bounds.left === Infinity ? null : regionWithin(bounds)
}

/** The region of each component, by its number; that of the outside (0) is meaningless. */
function regionsOf({ width, labels, areas }: Components): Region[] {
  const bounds = Array.from(areas, createBounds)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    const own = bounds[label]
    if (label !== 0 && own !== undefined) enclose(own, i, width)
  }
  return bounds.map(regionWithin)
}

/** Edges of pixels. */
interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

function createBounds(): Bounds {
  return { left: Infinity, top: Infinity, right: 0, bottom: 0 }
}

function enclose(bounds: Bounds, index: number, width: number): void {
  const [x, y] = [index % width, Math.floor(index / width)]
  bounds.left = Math.min(bounds.left, x)
  bounds.top = Math.min(bounds.top, y)
  bounds.right = Math.max(bounds.right, x + 1)
  bounds.bottom = Math.max(bounds.bottom, y + 1)
}

function regionWithin({ left, top, right, bottom }: Bounds): Region {
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function cutComponent({ width, labels }: Components, component: number, region: Region): Bitmap {
  const bitmap = createBitmap(region)
  for (let i = 0; i < bitmap.data.length; i++) {
    const [x, y] = [region.x + (i % region.width), region.y + Math.floor(i / region.width)]
    bitmap.data[i] = labels[y * width + x] === component ? 1 : 0
  }
  return bitmap
}
