/** The part of clipper2-wasm that is used here; the types it brings along need a browser's. */

interface Freed {
  delete(): void
}
/** Points as x, y, z triples; z is not used. `view` is valid until the memory next grows. */
interface PathD extends Freed {
  assign(coordinates: Float64Array): void
  view(): Float64Array
}
export interface PathsD extends Freed {
  push_back(path: PathD): void
  size(): number
  get(index: number): PathD
}
interface ClipperD extends Freed {
  AddSubject(subjects: PathsD): void
  AddClip(clips: PathsD): void
  ExecutePath(clipType: EnumValue, fillRule: EnumValue, solution: PathsD): boolean
}
interface EnumValue {
  readonly value: number
}
export interface Clipper {
  readonly FillRule: { readonly NonZero: EnumValue }
  readonly ClipType: {
    readonly Union: EnumValue
    readonly Difference: EnumValue
    readonly Intersection: EnumValue
  }
  readonly JoinType: { readonly Round: EnumValue }
  readonly EndType: { readonly Round: EnumValue }
  readonly PathD: new () => PathD
  readonly PathsD: new () => PathsD
  readonly ClipperD: new (precision: number) => ClipperD
  InflatePathsD(
    paths: PathsD,
    delta: number,
    joinType: EnumValue,
    endType: EnumValue,
    miterLimit: number,
    precision: number,
    arcTolerance: number,
  ): PathsD
}
export interface ClipperOptions {
  readonly locateFile?: (file: string) => string
}
export function loadClipper(options: ClipperOptions): Promise<Clipper>
