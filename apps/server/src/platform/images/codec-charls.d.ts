// The package has no types; this declares the part that is used.
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  interface JpegLSDecoder {
    getEncodedBuffer(length: number): Uint8Array
    decode(): void
    getFrameInfo(): {
      width: number
      height: number
      bitsPerSample: number
      componentCount: number
    }
    /** 0: planar components; 1 and 2: interleaved pixel by pixel. */
    getInterleaveMode(): number
    getDecodedBuffer(): Uint8Array
    delete(): void
  }
  const openCodec: (options: {
    print: (line: string) => void
    printErr: (line: string) => void
  }) => Promise<{ JpegLSDecoder: new () => JpegLSDecoder }>
  export default openCodec
}
