import type { Planes } from '#retina/clicks/planes'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'

/** Packed by `scripts/prune-packages.mjs`. */
const runtimeAddress = new URL(
  '../../../../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm.packed',
  import.meta.url,
).href
const networkAddress = new URL(
  '../../../../../packages/retina/clicks/network.onnx',
  import.meta.url,
).href

/** Runs the network; one run at a time. */
export type RunNetwork = (planes: Planes) => Promise<Float32Array>

/** Loads the runtime and the network of `#retina/clicks` into this thread. */
export async function loadNetwork(): Promise<RunNetwork> {
  // Threads would need pages that are isolated from other origins.
  env.wasm.numThreads = 1
  env.wasm.wasmBinary = await unpack(runtimeAddress)
  const session = await InferenceSession.create(networkAddress, { executionProviders: ['wasm'] })
  return async ({ dims, data }) => {
    const { probability } = await session.run({ image: new Tensor('float32', data, dims) })
    if (!(probability?.data instanceof Float32Array)) throw new Error('There is no probability.')
    return probability.data
  }
}

async function unpack(address: string): Promise<ArrayBuffer> {
  const { ok, status, body } = await fetch(address)
  if (!ok || body === null) throw new Error(`The server answered ${status}.`)
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
