import { readFile } from 'node:fs/promises'
import { availableParallelism, constants, setPriority } from 'node:os'

import type * as ort from 'onnxruntime-node'

import { answerParent } from '../answer-parent.ts'
import type { ModelAnswer, ModelRequest, NetworkFile, Port, Tensors } from './model-messages.ts'

/**
 * The program of the process that runs networks, apart from the server so that neither a crash nor
 * a long computation affects it. One request at a time.
 */
const mostThreads = 4
/** Maximum number of open sessions; the least recently used goes first. */
const mostSessions = 4

type Runtime = Pick<typeof ort, 'InferenceSession' | 'Tensor'>

const sessions = new Map<string, ort.InferenceSession>()
let runtime: Promise<Runtime> | undefined

// Requests of users take precedence over networks.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** Imported here because the native part may not load on this machine. */
function loadRuntime(): Promise<Runtime> {
  // Otherwise it sends data about models and their use to its vendor. It reads the variable once, when
  // it is loaded.
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  runtime ??= import('onnxruntime-node')
  return runtime
}

async function open({ InferenceSession: Session }: Runtime, network: NetworkFile) {
  const kept = sessions.get(network.sha256)
  sessions.delete(network.sha256)
  const session = kept ?? (await Session.create(await readFile(network.path), options()))
  sessions.set(network.sha256, session)
  const oldest = [...sessions.keys()].slice(0, -mostSessions)
  for (const key of oldest) {
    await sessions.get(key)?.release()
    sessions.delete(key)
  }
  return session
}

/**
 * Memory patterns fit one size of input and would be kept for every size of photograph. A thread that
 * spins while it waits for another takes a third more processor time, which others then lack.
 */
function options(): ort.InferenceSession.SessionOptions {
  return {
    executionProviders: ['cpu'],
    enableMemPattern: false,
    intraOpNumThreads: Math.min(mostThreads, availableParallelism()),
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    logSeverityLevel: 3,
  }
}

function portsOf(metadata: readonly ort.InferenceSession.ValueMetadata[]): Port[] {
  return metadata.map((each) => {
    if (!each.isTensor) return { name: each.name, type: 'no tensor', dims: [] }
    const dims = each.shape.map((extent) => (typeof extent === 'number' ? extent : -1))
    return { name: each.name, type: each.type, dims }
  })
}

function outputsOf(made: Readonly<Record<string, ort.Tensor>>, names: readonly string[]): Tensors {
  const wanted = names.map((name) => {
    const tensor = made[name]
    if (!(tensor?.data instanceof Float32Array)) throw new Error(`${name} is not float32.`)
    return [name, { dims: tensor.dims, data: tensor.data }] as const
  })
  return Object.fromEntries(wanted)
}

type Work = Exclude<ModelRequest, { kind: 'ping' }>

async function work(loaded: Runtime, request: Work): Promise<ModelAnswer> {
  const session = await open(loaded, request.network)
  if (request.kind === 'describe') {
    const inputs = portsOf(session.inputMetadata)
    return { kind: 'described', inputs, outputs: portsOf(session.outputMetadata) }
  }
  const feeds = Object.entries(request.inputs).map(
    ([name, { data, dims }]) => [name, new loaded.Tensor('float32', data, dims)] as const,
  )
  const made = await session.run(Object.fromEntries(feeds), [...request.outputs])
  return { kind: 'outputs', outputs: outputsOf(made, request.outputs) }
}

async function answer(request: ModelRequest): Promise<ModelAnswer> {
  if (request.kind === 'ping') return { kind: 'ready' }
  let by: 'runtime' | 'network' = 'runtime'
  try {
    const loaded = await loadRuntime()
    by = 'network'
    return await work(loaded, request)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const why = (text.split('\n')[0] ?? '').replaceAll(request.network.path, 'the file')
    return { kind: 'failed', by, why }
  }
}

answerParent(answer)
