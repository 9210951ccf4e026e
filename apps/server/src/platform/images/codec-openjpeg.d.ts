// The package has no types; this declares the part that is used.
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface FrameInfo {
    width: number
    height: number
    bitsPerSample: number
    componentCount: number
    isSigned: boolean
  }
  interface J2KDecoder {
    getEncodedBuffer(length: number): Uint8Array
    decode(): void
    getFrameInfo(): FrameInfo
    /** 1 sRGB, 2 grey, 3 YCC, 4 extended YCC, 5 CMYK; anything else is not stated. */
    getColorSpace(): number
    getDecodedBuffer(): Uint8Array
    delete(): void
  }
  interface J2KEncoder {
    getDecodedBuffer(frame: FrameInfo): Uint8Array
    setQuality(isLossless: boolean, quality: number): void
    setDecompositions(levels: number): void
    encode(): void
    getEncodedBuffer(): Uint8Array
    delete(): void
  }
  interface Codec {
    J2KDecoder: new () => J2KDecoder
    J2KEncoder: new () => J2KEncoder
  }
  const openCodec: (options: {
    print: (line: string) => void
    printErr: (line: string) => void
  }) => Promise<Codec>
  export default openCodec
}
