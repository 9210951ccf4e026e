import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { english } from '#contract/messages/message'

import { keepKilling } from '../../testing/kill-helpers.ts'
import { writeModelFolder } from '../../testing/model-folder.ts'
import { openModels } from './models.ts'
import { runMaps } from './run-maps.ts'
import { openRuntime } from './runtime.ts'

async function withFolders() {
  const root = await mkdtemp(path.join(tmpdir(), 'fovea-models-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const [shipped, own, kept] = ['shipped', 'own', 'kept'].map((name) => path.join(root, name))
  if (shipped === undefined || own === undefined || kept === undefined) throw new Error('no folder')
  const open = () => {
    const models = openModels({ shipped, own, kept })
    onTestFinished(() => models[Symbol.asyncDispose]())
    return models
  }
  return { shipped, own, open }
}

test('a model that passes its checks makes maps, and tiles give the same as the whole picture', async () => {
  const { own, open } = await withFolders()
  await writeModelFolder(own, {
    weights: [
      [1, 0, 0],
      [0, 0, -2],
    ],
    bias: [0, 1],
    planes: 'red,blue',
  })
  const models = open()
  const [state] = await models.list()
  expect(state).toMatchObject({ id: 'bright', isShipped: false, refused: null })
  if (!state?.model) throw new Error('refused')
  const [width, height] = [1203, 610]
  const data = Float32Array.from({ length: 3 * width * height }, (_, i) => Math.sin(i / 7))
  const { maps, size } = await runMaps(models, state.model, { width, height, count: 3, data })
  expect(size).toEqual({ width, height })
  const area = width * height
  const wrong = (name: string, of: (i: number) => number) =>
    maps[name]?.findIndex((value, i) => Math.abs(value - 1 / (1 + Math.exp(-of(i)))) > 1e-5)
  expect(wrong('red', (i) => data[i] ?? 0)).toBe(-1)
  expect(wrong('blue', (i) => 1 - 2 * (data[2 * area + i] ?? 0))).toBe(-1)
})

test('the runtime reports nothing to its vendor, and leaves no identifier of the machine', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'fovea-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  vi.stubEnv('HOME', home)
  // Both switch the reports off.
  vi.stubEnv('CI', undefined)
  vi.stubEnv('ORT_DISABLE_TELEMETRY', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { own, open } = await withFolders()
  await writeModelFolder(own, {})
  const [state] = await open().list()
  expect(state?.refused).toBeNull()
  expect(await readdir(home, { recursive: true })).toEqual([])
})

test.each([
  ['another file than named', { manifest: { sha256: '0'.repeat(64) } }, 'SHA-256'],
  ['a self-test that fails', { away: 0.01 }, 'differs from the expected output by 0.010'],
  ['weights in other files', { external: true }, 'stores weights in other files'],
  ['operators of its own', { domain: 'com.example' }, 'com.example'],
  ['an output that is not there', { output: 'other' }, 'model.onnx has image → other'],
  ['vessels without a plane of them', { role: 'vessel-av' }, 'lacks: vessel'],
  ['a risk that is no number', { role: 'risk' }, 'outputs one number'],
  ['a quality that is no number', { role: 'quality' }, 'outputs one number'],
  [
    'an assistant that sees nothing',
    {
      manifest: {
        inputs: [{ name: 'image', source: 'patient.sex', map: { F: 0, M: 1 }, missing: 'reject' }],
      },
    },
    'the source image',
  ],
  ['an unknown role', { manifest: { role: 'oracle' } }, 'role'],
  ['a path out of the folder', { manifest: { file: '../model.onnx' } }, 'without a path'],
  ['another id than its folder', { manifest: { id: 'other' } }, 'Give both the same name'],
  ['grey pictures only', { weights: [[1]] }, '1 x 1 x -1 x -1'],
] as const)('refused, with the reason: %s', async (_, options, words) => {
  const { own, open } = await withFolders()
  await writeModelFolder(own, options)
  const [state] = await open().list()
  expect(state?.model).toBeNull()
  expect(english(state?.refused ?? { key: 'models.noJson', params: {} })).toContain(words)
})

test('a damaged file is refused; the model that passed before stays in use, even after a restart', async () => {
  const { own, open } = await withFolders()
  const folder = await writeModelFolder(own)
  const models = open()
  await models.list()
  const file = path.join(folder, 'model.onnx')
  await writeFile(file, (await readFile(file)).subarray(0, 100))
  for (const opened of [models, open()]) {
    const [state] = await opened.check()
    expect(state?.refused?.key).toBe('models.otherDigest')
    if (!state?.model) throw new Error('nothing stays')
    const picture = { width: 8, height: 8, count: 3, data: new Float32Array(3 * 64) }
    const { maps } = await runMaps(opened, state.model, picture)
    expect(maps['bright']?.[0]).toBeCloseTo(1 / (1 + Math.E))
  }
})

test('a model whose check was interrupted is not refused permanently', async () => {
  const { own, open } = await withFolders()
  await writeModelFolder(own)
  const models = open()
  {
    await using _ = keepKilling('model-process.ts')
    const [state] = await models.list()
    expect(state).toMatchObject({ isUnknown: true, refused: { key: 'models.notChecked' } })
  }
  const refused = async () => (await models.list())[0]?.refused
  await expect.poll(refused, { timeout: 30_000 }).toBeNull()
})

test('a process that dies or takes too long is replaced', async () => {
  const { own } = await withFolders()
  const folder = await writeModelFolder(own)
  const network = { path: path.join(folder, 'model.onnx'), sha256: 'tiny' }
  const runtime = openRuntime()
  onTestFinished(() => runtime[Symbol.asyncDispose]())
  const ask = (signal?: AbortSignal) => runtime.ask({ kind: 'describe', network }, signal)
  await ask()
  const given = new AbortController()
  const cancelled = ask(given.signal)
  // After the request was sent, and before an answer can be read.
  setImmediate(() => given.abort())
  await expect(cancelled).rejects.toThrow(/abort/i)
  expect(await ask()).toMatchObject({ kind: 'described' })

  const hurried = openRuntime(1)
  onTestFinished(() => hurried[Symbol.asyncDispose]())
  await expect(hurried.ask({ kind: 'describe', network })).rejects.toMatchObject({ by: 'late' })
})
