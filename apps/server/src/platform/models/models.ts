import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { message, type Message } from '#contract/messages/message'

import { log } from '../log.ts'
import type { NetworkFile, Tensors } from './model-messages.ts'
import { readModel, RefusedModel, type Model } from './read-model.ts'
import { openRuntime, RuntimeError } from './runtime.ts'

/** State of a model's folder. */
export interface ModelState {
  /** The folder's name, which is the model's id. */
  readonly id: string
  /** Whether it came with the product or the operator added it. */
  readonly isShipped: boolean
  /** The model in use: if the folder was refused, the one that passed before it. */
  readonly model: Model | null
  /** Why the current content of the folder is not used. */
  readonly refused: Message | null
  /** The process that checks models crashed on it, so its content could not be checked. */
  readonly isUnknown: boolean
}

/** The networks of this server: checked when they are loaded, run one at a time in their process. */
export interface Models extends AsyncDisposable {
  /** Waits for the first check. */
  list(): Promise<readonly ModelState[]>
  /** Checks the folders again. */
  check(): Promise<readonly ModelState[]>
  /**
   * The first output of a network.
   * @throws {RuntimeError}, and the signal's reason.
   */
  run(model: Model, inputs: Tensors, signal?: AbortSignal): Promise<Tensors>
  /**
   * The outputs of a network that belongs to the product's code.
   * @throws {RuntimeError}, and the signal's reason.
   */
  runNetwork(
    network: NetworkFile,
    asked: { readonly inputs: Tensors; readonly outputs: readonly string[] },
    signal?: AbortSignal,
  ): Promise<Tensors>
  /** Resolves if the process that runs networks answers or is busy. @throws {RuntimeError} */
  try(): Promise<void>
}

interface Folders {
  /** Folder of the models that come with the product. */
  readonly shipped: string
  /** Folder of the operator's models; absent: none. */
  readonly own: string | undefined
  /** Folder for copies of the operator's models that passed, to fall back on. */
  readonly kept: string
}

/** Delay before checking again after a check could not be made. */
const recheckMs = 2000

export function openModels({ shipped, own, kept }: Folders): Models {
  const runtime = openRuntime()
  let states: Promise<readonly ModelState[]> | undefined
  let checkedAt = 0

  async function stateOf(folder: string, isShipped: boolean): Promise<ModelState> {
    const id = path.basename(folder)
    try {
      const model = await readModel(folder, runtime)
      return { id, isShipped, model, refused: null, isUnknown: false }
    } catch (error) {
      const refused = whyRefused(error)
      const fallback = isShipped ? null : await keptModel(id)
      const isUnknown = error instanceof RuntimeError && error.by === 'died'
      return { id, isShipped, model: fallback, refused, isUnknown }
    }
  }

  function keptModel(id: string): Promise<Model | null> {
    return readModel(path.join(kept, id), runtime).catch(() => null)
  }

  /** A private copy that nobody can change while it is used. */
  async function keep(state: ModelState, folder: string): Promise<ModelState> {
    if (state.refused !== null || state.model === null) return state
    const target = path.join(kept, state.id)
    const partial = `${target}.part`
    await mkdir(kept, { recursive: true })
    await rm(partial, { recursive: true, force: true })
    await cp(folder, partial, { recursive: true })
    await rm(target, { recursive: true, force: true })
    await rename(partial, target)
    const { model } = state
    return { ...state, model: { ...model, path: path.join(target, model.manifest.file) } }
  }

  async function checkAll(): Promise<readonly ModelState[]> {
    const found: ModelState[] = []
    for (const folder of await foldersIn(shipped)) found.push(await stateOf(folder, true))
    for (const folder of own === undefined ? [] : await foldersIn(own)) {
      const id = path.basename(folder)
      if (found.some((state) => state.id === id)) {
        const refused = message('models.twice', { id })
        found.push({ id, isShipped: false, model: null, refused, isUnknown: false })
      } else {
        found.push(await keep(await stateOf(folder, false), folder))
      }
    }
    return found
  }

  async function check(): Promise<readonly ModelState[]> {
    const checking = checkAll()
    states = checking
    checkedAt = performance.now()
    return checking
  }

  /** Results hold until the next check; failures to check hold only for a moment. */
  async function list(): Promise<readonly ModelState[]> {
    const found = await (states ?? check())
    const isOld = performance.now() - checkedAt > recheckMs
    return found.some(({ isUnknown }) => isUnknown) && isOld ? check() : found
  }

  const runNetwork: Models['runNetwork'] = async (network, asked, signal) => {
    const answer = await runtime.ask({ kind: 'run', network, ...asked }, signal)
    return answer.kind === 'outputs' ? answer.outputs : {}
  }

  return {
    list,
    check,
    run({ manifest, path: file }, inputs, signal) {
      const outputs = manifest.outputs.map(({ name }) => name)
      return runNetwork({ path: file, sha256: manifest.sha256 }, { inputs, outputs }, signal)
    },
    runNetwork,
    async try() {
      if (!runtime.isBusy) await runtime.ask({ kind: 'ping' })
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}

function whyRefused(error: unknown): Message {
  if (error instanceof RefusedModel) return error.told
  if (!(error instanceof RuntimeError)) log.error('model check', error)
  const detail = error instanceof Error ? error.message : String(error)
  const isDead = error instanceof RuntimeError && error.by === 'died'
  return message(isDead ? 'models.notChecked' : 'models.noRuntime', { detail })
}

/** The folders in a folder, in order; none if the folder does not exist. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => path.join(folder, entry.name))
    .toSorted()
}
