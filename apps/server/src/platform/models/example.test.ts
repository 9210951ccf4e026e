import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { openModels } from './models.ts'
import { runMaps } from './run-maps.ts'

const docs = path.join(import.meta.dirname, '../../../../../docs')
const example = path.join(docs, 'examples/bright-lesions')

test('the example of docs/plug-in-models.md matches the page, passes its checks and marks bright pixels', async () => {
  const page = await readFile(path.join(docs, 'plug-in-models.md'), 'utf8')
  const [, shown = ''] = /```json\n([^]*?)\n```/.exec(page) ?? []
  expect(JSON.parse(shown)).toEqual(
    JSON.parse(await readFile(path.join(example, 'model.json'), 'utf8')),
  )

  const root = await mkdtemp(path.join(tmpdir(), 'fovea-example-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp(example, path.join(root, 'own/bright-lesions'), { recursive: true })
  const kept = path.join(root, 'kept')
  const models = openModels({ shipped: path.join(root, 'none'), own: path.join(root, 'own'), kept })
  onTestFinished(() => models[Symbol.asyncDispose]())
  const [state] = await models.list()
  expect(state?.refused).toBeNull()
  if (!state?.model) throw new Error('The example is refused.')
  // Three pixels, of which the middle one is three deviations above the others in every channel.
  const data = Float32Array.from([0, 3, 0, 0, 3, 0, 0, 3, 0])
  const { maps } = await runMaps(models, state.model, { width: 3, height: 1, count: 3, data })
  expect(Array.from(maps['bright_lesion'] ?? [], (value) => value > 0.5)).toEqual([
    false,
    true,
    false,
  ])
})
