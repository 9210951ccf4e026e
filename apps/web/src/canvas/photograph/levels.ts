import type { Box } from '#geometry/box'
import type { Region } from '#raster/crop'
import type { Size } from '../viewport.ts'

/** The image in one size, as a grid of square pictures with this side; the last ones may be smaller. */
export interface Level extends Size {
  readonly side: number
  /** Addresses of the pictures, row by row; one if the level is a single picture. */
  readonly addresses: readonly string[]
}

/** A part of a level that is loaded, adjusted and painted at once. */
export interface Piece extends Size {
  readonly key: string
  /** Address of its picture. */
  readonly address: string
  /** The part of that picture; null for all of it. */
  readonly cut: Region | null
  /** Its place in the image, in image pixels. */
  readonly box: Box
}

/** The pixels of a level that one picture contains. */
export interface PicturePlace extends Region {
  readonly address: string
}

/** Side in pixels of the squares that are cut from a single picture for adjusting. */
const cutSide = 1024

/** The index of the coarsest level that is sharp at this many display pixels per image pixel. */
export function sharpLevel(levels: readonly Level[], image: Size, scale: number): number {
  const sharp = levels.findIndex(({ width }) => width >= image.width * scale)
  return sharp === -1 ? levels.length - 1 : sharp
}

/**
 * Of the levels with the given indices, the one that looks most like a sharp level at a scale, in display
 * pixels per image pixel; null if no index is given. Enlarging a coarser level counts twice as much as
 * reducing a finer one, because blur is worse than jagged edges.
 */
export function nearestLevel(
  levels: readonly Level[],
  image: Size,
  { scale, among }: { readonly scale: number; readonly among: readonly number[] },
): number | null {
  const badness = (index: number) => {
    const doublings = Math.log2((levels[index]?.width ?? 0) / (image.width * scale))
    return doublings < 0 ? -2 * doublings : doublings
  }
  return among.toSorted((a, b) => badness(a) - badness(b))[0] ?? null
}

/** The pictures of a level that overlap a part of it, in pixels of the level. */
export function picturesIn(level: Level, part: Box): PicturePlace[] {
  const across = Math.ceil(level.width / level.side)
  return squaresIn(level, level.side, part).map((square) => ({
    ...square,
    address: level.addresses[square.row * across + square.column] ?? '',
  }))
}

/**
 * The pieces of a level that overlap a part of the image, in image pixels: its pictures, or with `cut`
 * squares of its single picture.
 */
export function piecesIn(
  { level, image, cut }: { level: Level; image: Size; cut: boolean },
  seen: Box,
): Piece[] {
  const [scaleX, scaleY] = [level.width / image.width, level.height / image.height]
  const part = {
    x: seen.x * scaleX,
    y: seen.y * scaleY,
    width: seen.width * scaleX,
    height: seen.height * scaleY,
  }
  const [single] = level.addresses
  const pieceOf = ({ x, y, width, height }: Region, address: string, region: Region | null) => ({
    key: `${level.width}${region === null ? '' : ' cut'} ${x} ${y}`,
    address,
    cut: region,
    width,
    height,
    box: { x: x / scaleX, y: y / scaleY, width: width / scaleX, height: height / scaleY },
  })
  if (cut && single !== undefined && level.addresses.length === 1) {
    return squaresIn(level, cutSide, part).map(({ x, y, width, height }) => {
      const region = { x, y, width, height }
      return pieceOf(region, single, region)
    })
  }
  return picturesIn(level, part).map((picture) => pieceOf(picture, picture.address, null))
}

function squaresIn(
  size: Size,
  side: number,
  part: Box,
): (Region & { column: number; row: number })[] {
  const columns = inside(part.x, part.width, { length: size.width, side })
  const rows = inside(part.y, part.height, { length: size.height, side })
  return rows.flatMap((row) =>
    columns.map((column) => ({
      column,
      row,
      x: column * side,
      y: row * side,
      width: Math.min(side, size.width - column * side),
      height: Math.min(side, size.height - row * side),
    })),
  )
}

/** Indices of the squares that overlap an interval of a side. */
function inside(
  start: number,
  extent: number,
  { length, side }: { length: number; side: number },
): number[] {
  if (start >= length) return []
  const from = Math.max(0, Math.floor(start / side))
  const to = Math.min(Math.ceil(length / side), Math.ceil((start + extent) / side))
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
