import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { getDatasetData, listDatasets } from '#contract/datasets'
import { deleteImage } from '#contract/images'
import { deleteForGood } from '#contract/undo'

import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'
import { createEmptyDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { backup, command, givenInstallation, temporaryFolder } from './operator.ts'
import { startFovea } from './running-fovea.ts'
import { whatIsThere } from './upgrade/what-is-there.ts'

test('a restore killed midway keeps the server from starting, and is done by running it again', async () => {
  const { settings, dataFolder, backups } = await givenInstallation()
  await backup({ ...settings, DATA_DIR: dataFolder }, backups)
  const target = {
    BACKUP_KEY_FILE: settings.BACKUP_KEY_FILE,
    DATA_DIR: path.join(await temporaryFolder(), 'data'),
  }
  const killed = spawn(process.execPath, ['apps/server/src/restore.ts', '--from', backups], {
    env: { ...programEnvironment, ...target },
    stdio: 'ignore',
  })
  const ended = once(killed, 'exit')
  // All files are there by then, and the database is not.
  const database = path.join(target.DATA_DIR, 'database/cluster/postmaster.pid')
  await expect.poll(() => access(database), { interval: 10, timeout: 60_000 }).toBeUndefined()
  killed.kill('SIGKILL')
  await ended

  await expect(command('main', [], { ...target, DICOM_PORT: '0' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Run npm run restore again'),
  })
  expect(await command('restore', ['--from', backups], target)).toContain('is restored into')
  const fovea = await startFovea({ AUDIT_RETENTION_DAYS: '36500' }, target.DATA_DIR)
  onTestFinished(() => fovea.stop())
  const kim = await signedIn(fovea.address, 'kim')
  const { datasets } = await kim.call(listDatasets, { query: { limit: 1000 } })
  expect(datasets.map(({ name }) => name)).toContain('Clinic')
})

test('a backup is restored into a database of one’s own, and says what to erase again', async () => {
  const { settings, dataFolder, backups } = await givenInstallation()
  const server = { ...settings, DATA_DIR: dataFolder }
  const fovea = await startFovea(settings, dataFolder)
  onTestFinished(() => fovea.stop())
  const kim = await signedIn(fovea.address, 'kim')
  const first = await backup(server, backups)
  const seen = await whatIsThere(kim)
  const erased = await eraseImage(kim)
  await backup(server, backups)

  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const target = {
    ...settings,
    DATABASE_URL: database.connection.connectionString,
    DATABASE_OWNER_URL: database.owner.connectionString,
    DATA_DIR: path.join(await temporaryFolder(), 'data'),
  }
  const options = ['--from', backups, '--backup', first]
  const said = await command('restore', options, target)
  expect(said).toMatch(
    new RegExp(`Delete them again:\n  image ${erased.id}: Clinic/\\S+ \\(.*\\)\n`),
  )
  const filled = { ...target, DATA_DIR: path.join(await temporaryFolder(), 'data') }
  await expect(command('restore', options, filled)).rejects.toThrow('Create an empty one')

  const again = await startFovea(target, target.DATA_DIR)
  onTestFinished(() => again.stop())
  expect(await whatIsThere(await signedIn(again.address, 'kim'))).toEqual(seen)
})

async function eraseImage(kim: NetworkClient) {
  const { datasets } = await kim.call(listDatasets, { query: { limit: 1000 } })
  const clinic = datasets.find(({ name }) => name === 'Clinic')
  const { images } = await kim.call(getDatasetData, { params: { id: clinic?.id ?? 0 }, query: {} })
  const [image] = images
  if (image === undefined) throw new Error('The installation has no image.')
  await kim.call(deleteImage, { params: { id: image.id } })
  await kim.call(deleteForGood, { query: { id: image.id, instance: 'image' } })
  return image
}
