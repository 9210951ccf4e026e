/** The part of clipper2-wasm that is used here; the types it brings along need a browser's. */

interface Freed {
  delete(): void
}
/** Points as x, y, z triples; z is not used. `view` is valid until the memory next grows. */
export interface PathD extends Freed {
  assign(coordinates: Float64Array): void
  view(): Float64Array
}
export interface PathsD extends Freed {
  push_back(path: PathD): void
  size(): number
  get(index: number): PathD
}
/** Only the root may be freed: children belong to it. */
export interface PolyPathD extends Freed {
  count(): number
  child(index: number): PolyPathD
  polygon(): PathD
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
  readonly PolyPathD: new () => PolyPathD
  BooleanOpOutD(
    clipType: EnumValue,
    fillRule: EnumValue,
    subjects: PathsD,
    clips: PathsD,
    solution: PolyPathD,
    precision: number,
  ): void
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
