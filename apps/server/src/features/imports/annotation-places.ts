import type { Place } from './read-file.ts'

/** Positions of each image's annotations in the file, 16 bytes each. */
export interface AnnotationPlaces {
  readonly count: number
  /** Places in the order of the file. */
  readonly of: (image: number) => Place[]
}

export interface PlaceCollector {
  readonly add: (image: number, place: Place) => void
  readonly finish: (images: number) => AnnotationPlaces
}

const firstCapacity = 1024

/** Collects places in any order; images are numbered from 0. */
export function collectPlaces(): PlaceCollector {
  let images = new Uint32Array(firstCapacity)
  let starts = new Float64Array(firstCapacity)
  let lengths = new Uint32Array(firstCapacity)
  let count = 0

  const grow = (): void => {
    const [oldImages, oldStarts, oldLengths] = [images, starts, lengths]
    images = new Uint32Array(2 * count)
    starts = new Float64Array(2 * count)
    lengths = new Uint32Array(2 * count)
    images.set(oldImages)
    starts.set(oldStarts)
    lengths.set(oldLengths)
  }

  return {
    add(image, { start, length }) {
      if (count === images.length) grow()
      images[count] = image
      starts[count] = start
      lengths[count] = length
      count++
    },
    finish(imageCount) {
      const { order, firsts } = groupedBy(images.subarray(0, count), imageCount)
      const [allStarts, allLengths] = [starts, lengths]
      const placeOf = (at: number): Place => ({
        start: allStarts[at] ?? 0,
        length: allLengths[at] ?? 0,
      })
      return {
        count,
        of: (image) => Array.from(order.subarray(firsts[image], firsts[image + 1]), placeOf),
      }
    },
  }
}

/** A counting sort: the positions grouped, and the start of each group. */
function groupedBy(groups: Uint32Array, groupCount: number) {
  const firsts = new Uint32Array(groupCount + 1)
  for (const group of groups) firsts[group + 1] = (firsts[group + 1] ?? 0) + 1
  for (let group = 0; group < groupCount; group++) {
    firsts[group + 1] = (firsts[group + 1] ?? 0) + (firsts[group] ?? 0)
  }
  const next = firsts.slice()
  const order = new Uint32Array(groups.length)
  for (const [position, group] of groups.entries()) {
    const place = next[group] ?? 0
    order[place] = position
    next[group] = place + 1
  }
  return { order, firsts }
}
