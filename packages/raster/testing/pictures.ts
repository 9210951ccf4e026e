import type { Bitmap, GreyImage } from '../image.ts'

/** A bitmap drawn with # for inside. */
export function bitmapOf(...rows: readonly string[]): Bitmap {
  const data = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0))
  return { width: rows[0]?.length ?? 0, height: rows.length, data }
}

/** The rows of a bitmap, drawn the same way. */
export function drawingOf({ width, height, data }: Bitmap): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (inside) =>
      inside === 1 ? '#' : '.',
    ).join(''),
  )
}

export function greyOf(
  width: number,
  height: number,
  valueAt: (x: number, y: number) => number,
): GreyImage {
  const data = Float32Array.from({ length: width * height }, (_, i) =>
    valueAt(i % width, Math.floor(i / width)),
  )
  return { width, height, data }
}
