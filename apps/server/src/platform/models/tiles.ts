import type { Size } from '#raster/image'

/** Planes of one size, one after the other, rows from the top. */
export interface Planes extends Size {
  readonly count: number
  readonly data: Float32Array
}

interface Tiling {
  readonly multipleOf: number
  /** Absent: the whole picture is one tile. */
  readonly overlap?: number | undefined
}

interface Span {
  /** Position of the tile. */
  readonly from: number
  readonly length: number
  /** Start of the part that is kept; its neighbours cover the rest with more context. */
  readonly keepFrom: number
  readonly keepTo: number
}

/** Maximum sides of a tile, in pixels: bounds the memory of a network. */
const longestTile = 640

/**
 * Runs a network whose receptive field reaches at most `overlap` pixels on tiles that overlap by
 * that much, and joins their output: the same as a run on the whole, in less memory.
 */
export async function inTiles(
  input: Planes,
  options: Tiling,
  run: (tile: Planes) => Promise<Planes>,
): Promise<Planes> {
  const rows = spansOf(input.height, options)
  const columns = spansOf(input.width, options)
  let whole: Planes | undefined
  for (const row of rows) {
    for (const column of columns) {
      const made = await run(cut(input, row, column))
      whole ??= { ...sizeOf(input), count: made.count, data: planesFor(input, made.count) }
      keep(whole, made, row, column)
    }
  }
  if (whole === undefined) throw new Error('A network was given an empty picture.')
  return whole
}

function sizeOf({ width, height }: Size): Size {
  return { width, height }
}

function planesFor({ width, height }: Size, count: number): Float32Array {
  return new Float32Array(count * width * height)
}

/** Equal tiles along one side; the last may extend past the end, where it is padded. */
function spansOf(side: number, { multipleOf, overlap }: Tiling): Span[] {
  const whole = roundUp(side, multipleOf)
  if (overlap === undefined || whole <= longestTile) {
    return [{ from: 0, length: whole, keepFrom: 0, keepTo: side }]
  }
  const count = Math.ceil((side - 2 * overlap) / (longestTile - 2 * overlap))
  const length = roundUp(Math.ceil((side + 2 * overlap * (count - 1)) / count), multipleOf)
  const step = (side - length) / (count - 1)
  // Align to the network's own grid: otherwise its pooling would group pixels differently.
  const starts = Array.from({ length: count }, (_, i) =>
    Math.max(0, roundUp(Math.round(i * step), multipleOf)),
  )
  const borders = starts.map((start, i) => {
    const before = starts[i - 1]
    return before === undefined ? 0 : Math.round((before + length + start) / 2)
  })
  return starts.map((from, i) => {
    return { from, length, keepFrom: borders[i] ?? 0, keepTo: borders[i + 1] ?? side }
  })
}

function roundUp(value: number, multipleOf: number): number {
  return Math.ceil(value / multipleOf) * multipleOf
}

function cut(input: Planes, row: Span, column: Span): Planes {
  const tile = { width: column.length, height: row.length, count: input.count }
  const data = planesFor(tile, tile.count)
  const width = Math.min(column.length, input.width - column.from)
  for (let plane = 0; plane < input.count; plane++) {
    for (let y = 0; y < Math.min(row.length, input.height - row.from); y++) {
      const from = (plane * input.height + row.from + y) * input.width + column.from
      data.set(input.data.subarray(from, from + width), (plane * row.length + y) * column.length)
    }
  }
  return { ...tile, data }
}

function keep(whole: Planes, tile: Planes, row: Span, column: Span): void {
  for (let plane = 0; plane < whole.count; plane++) {
    for (let y = row.keepFrom; y < row.keepTo; y++) {
      const from = (plane * tile.height + y - row.from) * tile.width - column.from
      const to = (plane * whole.height + y) * whole.width
      const { keepFrom, keepTo } = column
      whole.data.set(tile.data.subarray(from + keepFrom, from + keepTo), to + keepFrom)
    }
  }
}
