import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { verifyAudit } from '#contract/audit'
import { createDataset, updateDataset } from '#contract/datasets'

import { connectionOf } from '../apps/server/src/features/mics/storage.ts'
import { connectDatabase } from '../apps/server/src/platform/database/database.ts'
import { addKey, openSecrets } from '../apps/server/src/platform/secrets.ts'
import { signedIn } from './http-client.ts'
import { command, givenInstallation, temporaryFolder } from './operator.ts'
import { startFovea } from './running-fovea.ts'

test('a new key seals stored passwords, also after an interruption, and the audit trail stays whole', async () => {
  const { settings, owner, dataFolder } = await givenInstallation()
  const server = { ...settings, DATA_DIR: dataFolder }
  const fovea = await startFovea(settings, dataFolder)
  onTestFinished(() => fovea.stop())
  const kim = await signedIn(fovea.address, 'kim')
  const { id } = await kim.call(createDataset, { body: { name: 'Orders', categories: [] } })
  const MICS = { USERNAME: 'fovea', PASSWORD: 'hunter2' }
  await kim.call(updateDataset, { params: { id }, body: { settings: { MICS } } })
  await expect(command('rotate-key', [], server)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Stop Fovea on all machines'),
  })
  await fovea.stop()

  // As left by a process that was killed right after it had written the key.
  const keyFile = path.join(dataFolder, 'secret.key')
  const former = await readFile(keyFile, 'utf8')
  await addKey(keyFile)
  expect(await command('rotate-key', [], server)).toContain('has a new key')
  const keys = await readFile(keyFile, 'utf8')
  expect(keys.endsWith(former)).toBe(true)
  expect(keys.trim().split('\n')).toHaveLength(former.trim().split('\n').length + 2)

  const present = path.join(await temporaryFolder(), 'present.key')
  await writeFile(present, keys.slice(0, keys.indexOf('\n')))
  {
    await using database = connectDatabase(owner)
    const dataset = await database.db
      .selectFrom('dataset')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { password } = connectionOf({ secrets: await openSecrets(present) }, dataset)
    expect(password).toBe('hunter2')
  }

  await fovea.restart()
  const again = await signedIn(fovea.address, 'kim')
  expect(await again.call(verifyAudit)).toMatchObject({ intact: true, findings: [] })
})
