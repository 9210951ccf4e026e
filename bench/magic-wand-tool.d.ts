/** The part of magic-wand-tool that is compared with; it brings no types along. */
declare module 'magic-wand-tool' {
  interface Mask {
    readonly data: Uint8Array
    readonly width: number
    readonly height: number
  }
  interface Contour {
    readonly inner: boolean
    readonly points: { x: number; y: number }[]
  }
  const MagicWand: {
    floodFill(
      image: Mask & { readonly bytes: number },
      x: number,
      y: number,
      threshold: number,
    ): Mask
    gaussBlurOnlyBorder(mask: Mask, radius: number): Mask
    traceContours(mask: Mask): Contour[]
  }
  export = MagicWand
}
