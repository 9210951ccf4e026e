/** The number of the class at each pixel; 0 is background, and later classes cover earlier ones. */
export function paintClasses(
  pixels: number,
  bitmaps: Iterable<{ readonly classNumber: number; readonly bitmap: Uint8Array }>,
): Uint8Array {
  const painted = new Uint8Array(pixels)
  for (const { classNumber, bitmap } of bitmaps) {
    for (let at = 0; at < pixels; at++) if (bitmap[at] !== 0) painted[at] = classNumber
  }
  return painted
}

export type Rgb = readonly [red: number, green: number, blue: number]

/** Background, then the colour of each class; a class without one is grey. */
export function paletteOf(colours: readonly (string | undefined)[]): Rgb[] {
  return [[0, 0, 0], ...colours.map((colour) => rgbOf(colour ?? ''))]
}

function rgbOf(colour: string): Rgb {
  const [, red = '80', green = '80', blue = '80'] =
    /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}
