/** Numbers with their extents, outermost first. */
interface Tensor {
  readonly dims: readonly number[]
  readonly data: Float32Array
}
export type Tensors = Readonly<Record<string, Tensor>>

/** A network as the process knows it: another file is another network. */
export interface NetworkFile {
  readonly path: string
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string
}

export type ModelRequest =
  /** Whether the process answers. */
  | { readonly kind: 'ping' }
  | { readonly kind: 'describe'; readonly network: NetworkFile }
  | {
      readonly kind: 'run'
      readonly network: NetworkFile
      readonly inputs: Tensors
      readonly outputs: readonly string[]
    }

/** An input or output of a network; an extent that may vary is -1. */
export interface Port {
  readonly name: string
  readonly type: string
  readonly dims: readonly number[]
}

export type ModelAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'described'; readonly inputs: Port[]; readonly outputs: Port[] }
  | { readonly kind: 'outputs'; readonly outputs: Tensors }
  | {
      readonly kind: 'failed'
      /** `runtime`: there is no runtime for this machine; `network`: this network cannot be run. */
      readonly by: 'runtime' | 'network'
      readonly why: string
    }
