import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { pngOf } from '../apps/server/src/testing/given.ts'
import { startFovea } from './running-fovea.ts'

const root = path.resolve(import.meta.dirname, '..')
const password = 'Correct-Horse-7'

/** A folder with photographs and the command `fovea`, and a server with a token of its administrator. */
async function prepared() {
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
  onTestFinished(() => fovea.stop())
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'photographs/left'), { recursive: true })
  await writeFile(path.join(folder, 'photographs/one.png'), await pngOf(80, 60, 1))
  await writeFile(path.join(folder, 'photographs/left/two.png'), await pngOf(80, 60, 2))
  await mkdir(path.join(folder, 'bin'))
  await symlink(path.join(root, 'clients/cli/fovea.mjs'), path.join(folder, 'bin/fovea'))
  const post = (place: string, body: object, cookie = '') =>
    fetch(`${fovea.address}${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = { username: 'kim', password, confirm_password: password, name: '' }
  const { headers } = await post('/api/user/register', account)
  const cookie = headers.get('set-cookie')?.split(';')[0]
  const scopes = ['annotate', 'analyse', 'export']
  const made = await post('/api/user/tokens', { name: 'fovea', scopes }, cookie)
  const { token } = (await made.json()) as { token: string }
  const env = {
    ...process.env,
    PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    FOVEA_URL: fovea.address,
    FOVEA_TOKEN: token,
  }
  const shell = (script: string, more: NodeJS.ProcessEnv = {}) =>
    new Promise<{ code: number; out: string; told: string }>((resolve) => {
      const options = { cwd: folder, env: { ...env, ...more } }
      const child = execFile('sh', ['-e', '-c', script], options, (_error, out, told) =>
        resolve({ code: child.exitCode ?? -1, out, told }),
      )
    })
  return { folder, shell }
}

async function examples(): Promise<string[]> {
  const page = await readFile(path.join(root, 'docs/command-line.md'), 'utf8')
  return Array.from(page.matchAll(/^```sh\n(.*?)^```$/gmsu), ([, script = '']) => script)
}

test('the examples of the page work, and scripts learn how a command ended', async () => {
  const { folder, shell } = await prepared()
  for (const script of await examples()) {
    expect({ script, ...(await shell(script)) }).toMatchObject({ code: 0 })
  }
  const read = (name: string) => readFile(path.join(folder, name), 'utf8')
  expect(JSON.parse(await read('datasets.json'))).toContainEqual(
    expect.objectContaining({ name: 'Screening 2026', images: 2 }),
  )
  const { images } = JSON.parse(await read('annotations.json')) as { images: object[] }
  expect(images).toBeDefined()
  expect(await read('results.csv')).toContain('"image_id","file"')
  const { mode } = await stat(path.join(folder, 'config/fovea/account.json'))
  expect(mode & 0o777).toBe(0o600)

  // A download that broke off continues with what is there.
  const { out } = await shell('fovea export "Screening 2026" other.json --json')
  const { export: number } = JSON.parse(out) as { export: number }
  await writeFile(path.join(folder, `rest.json.${number}.part`), '<begun>')
  await shell(`fovea download ${number} rest.json`)
  expect(await read('rest.json')).toBe(`<begun>${(await read('other.json')).slice(7)}`)

  // Only what is missing is sent.
  await writeFile(path.join(folder, 'photographs/three.png'), await pngOf(80, 60, 3))
  const again = await shell('fovea upload "Screening 2026" photographs --json')
  expect(JSON.parse(again.out)).toMatchObject({ uploaded: 1, existing: 2 })
  await writeFile(path.join(folder, 'photographs/broken.png'), 'no picture')
  const broken = await shell('fovea upload "Screening 2026" photographs')
  expect(broken).toMatchObject({ code: 1, told: expect.stringContaining('broken.png') })

  expect((await shell('fovea images')).code).toBe(2)
  expect((await shell('fovea paint')).code).toBe(2)
  expect((await shell('fovea datasets', { FOVEA_TOKEN: 'fovea_wrong' })).code).toBe(3)
  expect((await shell('fovea images Nowhere')).code).toBe(4)
})
