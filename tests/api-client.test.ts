import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { startFovea } from './running-fovea.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const client = path.join(root, 'tests/api-client')
const photograph = path.join(root, 'example-clinic/02_h.jpg')
const password = 'Correct-Horse-7'
const isInstalled = existsSync(path.join(client, 'node_modules/openapi-typescript'))

if (!isInstalled)
  console.warn('SKIPPED: the generator is not installed (npm ci --prefix tests/api-client).')

/** Strictly, as a program in a project of its own. */
const strictly = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'].concat([
  '--target',
  'es2024',
  '--module',
  'nodenext',
])

test.skipIf(!isInstalled)(
  'a client that is generated from the description compiles and does the main job by a token',
  async () => {
    const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
    onTestFinished(() => fovea.stop())
    const { cookie, token } = await signedIn(fovea.address)
    const folder = await mkdtemp(path.join(tmpdir(), 'fovea-client-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await symlink(path.join(client, 'node_modules'), path.join(folder, 'node_modules'))
    await copyFile(path.join(client, 'main-job.mts'), path.join(folder, 'main-job.mts'))
    const described = await fetch(`${fovea.address}/api/json`, { headers: { cookie } })
    await writeFile(path.join(folder, 'api.json'), await described.text())
    const node = async (...args: readonly string[]) =>
      (await run(process.execPath, [...args], { cwd: folder })).stdout
    const generator = 'node_modules/openapi-typescript/bin/cli.js'
    await node(generator, 'api.json', '-o', 'schema.d.ts')
    await node('node_modules/typescript/bin/tsc', ...strictly, 'main-job.mts')
    const said: unknown = JSON.parse(await node('main-job.mts', fovea.address, token, photograph))
    expect(said).toMatchObject({
      file: 'photograph.jpg',
      area: 400,
      coco: { images: [{ file_name: 'photograph.jpg' }], annotations: [{ area: 400 }] },
      refused: 'not_found',
    })
  },
)

async function signedIn(address: string): Promise<{ cookie: string; token: string }> {
  const post = (place: string, body: object, cookie = '') =>
    fetch(new URL(place, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = { username: 'kim', password, confirm_password: password, name: '' }
  const { headers } = await post('/api/user/register', account)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const scopes = ['annotate', 'analyse', 'export']
  const made = await post('/api/user/tokens', { name: 'client', scopes }, cookie)
  const { token } = (await made.json()) as { token: string }
  return { cookie, token }
}
