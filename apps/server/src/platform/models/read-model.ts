import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { english, message, type Message } from '#contract/messages/message'

import { imageInputOf, mapOutputOf, ModelManifest, valueOutputOf } from './manifest.ts'
import type { Port } from './model-messages.ts'
import { readOnnx } from './onnx-file.ts'
import { RuntimeError, type Runtime } from './runtime.ts'

/** A model that has passed every check. */
export interface Model {
  readonly manifest: ModelManifest
  /**
   * Digest of `model.json`, which includes that of the network: a different digest means a
   * different model.
   */
  readonly sha256: string
  readonly path: string
}

/** Why a folder is not a usable model, for the operator who put it there. */
export class RefusedModel extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(english(told))
    this.name = 'RefusedModel'
    this.told = told
  }
}

const mostBytes = 1024 ** 3
const manifestName = 'model.json'
/** Probability planes that the analysis needs, for the roles that give planes; the others give a number. */
const neededPlanes: Partial<Record<ModelManifest['role'], readonly string[]>> = {
  'vessel-av': ['vessel'],
  landmarks: ['disc', 'fovea'],
  lesion: [],
}

/**
 * Reads the model in a folder after all checks: manifest, digest, external references, names, types and
 * ranks, and the self-test.
 * @throws {RefusedModel}; {RuntimeError} if no network can be run on this machine.
 */
export async function readModel(folder: string, runtime: Runtime): Promise<Model> {
  const text = await contentOf(folder, manifestName)
  const manifest = parseManifest(text)
  const name = path.basename(folder)
  if (manifest.id !== name)
    throw new RefusedModel(message('models.otherFolder', { id: manifest.id, folder: name }))
  checkRole(manifest)
  await checkFile(folder, manifest)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const model = { manifest, sha256, path: path.join(folder, manifest.file) }
  try {
    await checkNetwork(model, runtime)
    await selfTest(model, folder, runtime)
  } catch (error) {
    if (!(error instanceof RuntimeError) || error.by === 'runtime' || error.by === 'died')
      throw error
    const { file } = manifest
    throw new RefusedModel(message('models.cannotRun', { file, detail: error.message }))
  }
  return model
}

function parseManifest(text: Buffer): ModelManifest {
  let json: unknown
  try {
    json = JSON.parse(text.toString('utf8'))
  } catch {
    throw new RefusedModel(message('models.noJson'))
  }
  const parsed = ModelManifest.safeParse(json)
  if (parsed.success) return parsed.data
  const detail = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')
  throw new RefusedModel(message('models.notAsDescribed', { detail }))
}

/** Checks that inputs and outputs match the role. */
function checkRole(manifest: ModelManifest): void {
  const { role } = manifest
  const needed = neededPlanes[role]
  if (role !== 'risk' && imageInputOf(manifest) === undefined)
    throw new RefusedModel(message('models.noImage', { role }))
  if (needed === undefined) {
    if (valueOutputOf(manifest) === undefined)
      throw new RefusedModel(message('models.noValue', { role }))
    return
  }
  const planes = mapOutputOf(manifest)?.planes
  if (planes === undefined) throw new RefusedModel(message('models.noMaps', { role }))
  const missing = needed.filter((name) => !planes.includes(name))
  if (missing.length > 0)
    throw new RefusedModel(message('models.noPlanes', { role, planes: missing.join(', ') }))
}

async function contentOf(folder: string, file: string): Promise<Buffer> {
  const place = path.join(folder, file)
  const { size } = await stat(place).catch(() => {
    throw new RefusedModel(message('models.noFile', { file }))
  })
  if (size > mostBytes) throw new RefusedModel(message('models.tooLarge', { file }))
  return readFile(place)
}

async function checkFile(folder: string, { file, sha256 }: ModelManifest): Promise<void> {
  const bytes = await contentOf(folder, file)
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256)
    throw new RefusedModel(message('models.otherDigest', { file, found, expected: sha256 }))
  const facts = readOnnx(bytes)
  if (facts === undefined) throw new RefusedModel(message('models.noOnnx', { file }))
  if (facts.hasExternalData) throw new RefusedModel(message('models.externalData', { file }))
  if (facts.foreignDomains.length === 0) return
  const domains = facts.foreignDomains.join(', ')
  throw new RefusedModel(message('models.foreignOperators', { file, domains }))
}

async function checkNetwork({ manifest, path: file }: Model, runtime: Runtime): Promise<void> {
  const network = { path: file, sha256: manifest.sha256 }
  const found = await runtime.ask({ kind: 'describe', network })
  if (found.kind !== 'described') return
  checkNames(manifest, found)
  for (const port of [...found.inputs, ...found.outputs]) checkType(manifest, port)
  for (const input of manifest.inputs) {
    const dims = found.inputs.find(({ name }) => name === input.name)?.dims ?? []
    const isImage = dims.length === 4 && (dims[1] === 3 || dims[1] === -1)
    if (input.source !== 'image' || isImage) continue
    const { name } = input
    throw new RefusedModel(message('models.notAnImage', { name, found: dims.join(' x ') }))
  }
}

/** A network may have unused outputs, but no missing inputs. */
function checkNames(manifest: ModelManifest, found: { inputs: Port[]; outputs: Port[] }): void {
  const inputs = new Set(namesOf(manifest.inputs))
  const fits =
    inputs.size === found.inputs.length &&
    namesOf(found.inputs).every((name) => inputs.has(name)) &&
    namesOf(manifest.outputs).every((name) => namesOf(found.outputs).includes(name))
  if (fits) return
  const list = (side: { inputs: { name: string }[]; outputs: { name: string }[] }): string =>
    `${namesOf(side.inputs).join(', ')} → ${namesOf(side.outputs).join(', ')}`
  const params = { described: list(manifest), file: manifest.file, found: list(found) }
  throw new RefusedModel(message('models.otherNames', params))
}

function namesOf(ports: readonly { name: string }[]): string[] {
  return ports.map(({ name }) => name)
}

function checkType(manifest: ModelManifest, { name, type }: Port): void {
  const isUsed = [...manifest.inputs, ...manifest.outputs].some((each) => each.name === name)
  if (isUsed && type !== 'float32')
    throw new RefusedModel(message('models.notFloat', { name, type }))
}

async function selfTest(model: Model, folder: string, runtime: Runtime): Promise<void> {
  const { manifest } = model
  const { in: given, out, shape, tol } = manifest.selfTest
  const input = await floatsOf(folder, given)
  const expected = await floatsOf(folder, out)
  const wanted = shape.reduce((a, b) => a * b, 1)
  refuseLength(given, input.length, wanted)
  const output = manifest.outputs[0]?.name ?? ''
  const inputs = manifest.inputs.map(({ name }, i) => {
    const other = { dims: [1, 1], data: new Float32Array([0.5]) }
    return [name, i === 0 ? { dims: shape, data: input } : other] as const
  })
  const answer = await runtime.ask({
    kind: 'run',
    network: { path: model.path, sha256: manifest.sha256 },
    inputs: Object.fromEntries(inputs),
    outputs: [output],
  })
  const made = answer.kind === 'outputs' ? answer.outputs[output]?.data : undefined
  refuseLength(out, expected.length, made?.length ?? 0)
  const worst = largestDifference(made ?? expected, expected)
  if (worst <= tol) return
  const params = { found: worst.toPrecision(2), tolerance: tol }
  throw new RefusedModel(message('models.selfTestDiffers', params))
}

function refuseLength(file: string, found: number, expected: number): void {
  if (found !== expected)
    throw new RefusedModel(message('models.selfTestLength', { file, found, expected }))
}

function largestDifference(made: Float32Array, expected: Float32Array): number {
  return made.reduce((most, value, i) => {
    const away = Math.abs(value - (expected[i] ?? 0))
    return Number.isNaN(away) ? Infinity : Math.max(most, away)
  }, 0)
}

async function floatsOf(folder: string, name: string): Promise<Float32Array> {
  const bytes = await contentOf(folder, name)
  const whole = bytes.byteOffset + 4 * Math.floor(bytes.length / 4)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, whole))
}
