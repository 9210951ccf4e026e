import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { describe, onTestFinished } from 'vitest'

import { testFileStore } from '../../testing/file-store-suite.ts'
import { openDiskStore } from './disk-store.ts'

describe('a folder', () => {
  testFileStore(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'fovea-store-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    return openDiskStore(folder)
  })
})
