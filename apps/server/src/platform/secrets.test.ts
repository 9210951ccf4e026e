import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { addKey, openSecrets } from './secrets.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'fovea-secrets-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('a secret opens with the same key and for the same purpose only', async () => {
  const file = path.join(await folder(), 'secret.key')
  const secrets = await openSecrets(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const sealed = secrets.seal('hunter2 한글', 'dataset 1')
  expect(sealed).not.toContain('hunter2')
  expect(secrets.seal('hunter2 한글', 'dataset 1')).not.toBe(sealed)
  const again = await openSecrets(file)
  expect(again.open(sealed, 'dataset 1')).toBe('hunter2 한글')
  expect(again.open(sealed, 'dataset 2')).toBeUndefined()
  const other = await openSecrets(path.join(await folder(), 'secret.key'))
  expect(other.open(sealed, 'dataset 1')).toBeUndefined()
})

test('a new key seals, and the former ones still open and prove', async () => {
  const file = path.join(await folder(), 'secret.key')
  const before = await openSecrets(file)
  const sealed = before.seal('hunter2', 'dataset 1')
  await addKey(file)
  const after = await openSecrets(file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(after.open(sealed, 'dataset 1')).toBe('hunter2')
  expect(before.open(after.seal('hunter2', 'dataset 1'), 'dataset 1')).toBeUndefined()
  expect(after.keysFor('audit trail')).toHaveLength(2)
  expect(after.keysFor('audit trail')[0]).toEqual(before.keysFor('audit trail')[0])
})

test('a file that holds no key is refused with an explanation', async () => {
  const file = path.join(await folder(), 'secret.key')
  await writeFile(file, 'too short')
  await expect(openSecrets(file)).rejects.toThrow('openssl rand -base64 32')
})
