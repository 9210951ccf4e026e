import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { pngOf } from '../apps/server/src/testing/given.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
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
  await symlink(path.join(root, 'clients'), path.join(folder, 'clients'))
  const post = (place: string, body: object, cookie = '') =>
    fetch(`${fovea.address}${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const account = { username: 'kim', password, confirm_password: password, name: '' }
  const { headers } = await post('/api/user/register', account)
  const cookie = headers.get('set-cookie')?.split(';')[0]
  const scopes = ['annotate', 'analyse', 'export', 'administer']
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
  return { folder, shell, address: fovea.address }
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

  // A nightly script succeeds if nothing is new.
  const none = await shell('fovea analyse "Screening 2026" --json')
  expect({ code: none.code, ...JSON.parse(none.out) }).toEqual({ code: 0, task: null })

  // Only what is missing is sent.
  await writeFile(path.join(folder, 'photographs/three.png'), await pngOf(80, 60, 3))
  const again = await shell('fovea upload "Screening 2026" photographs --json')
  expect(JSON.parse(again.out)).toMatchObject({ uploaded: 1, existing: 2 })
  await writeFile(path.join(folder, 'photographs/broken.png'), 'no picture')
  const preamble = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')])
  await writeFile(path.join(folder, 'photographs/IM000001'), preamble)
  await writeFile(path.join(folder, 'photographs/LICENCE'), 'no picture')
  const broken = await shell('fovea upload "Screening 2026" photographs')
  expect(broken).toMatchObject({ code: 1, told: expect.stringContaining('broken.png') })
  const told = await shell('fovea upload "Screening 2026" photographs --json')
  expect({ code: told.code, ...JSON.parse(told.out) }).toMatchObject({
    code: 1,
    uploaded: 0,
    existing: 3,
    refused: [{ file: 'IM000001' }, { file: 'broken.png' }],
  })

  const results = await shell('fovea results "Screening 2026" --json')
  expect(results).toMatchObject({ code: 0 })
  expect(JSON.parse(results.out)).toContainEqual(
    expect.objectContaining({ kind: 'quality', numbers: expect.any(Object) }),
  )

  // Patient data are stated after the upload, or refused as a whole.
  const patients = (rows: string) => writeFile(path.join(folder, 'patients.csv'), rows)
  const upload = 'fovea upload Clinic photographs/left --create --patients patients.csv --json'
  await patients('file_name,patient_id\ntwo.png,P-7\n')
  expect(await shell(upload)).toMatchObject({ code: 0 })
  await patients('file_name,sex\ntwo.png,unknown to all\n')
  expect(await shell(upload)).toMatchObject({ code: 1, told: expect.stringContaining('Row 1') })

  expect((await shell('fovea images')).code).toBe(2)
  expect((await shell('fovea paint')).code).toBe(2)
  expect((await shell('fovea datasets', { FOVEA_TOKEN: 'fovea_wrong' })).code).toBe(3)
  expect((await shell('fovea images Nowhere')).code).toBe(4)
})

test('an upload and a download go on after the connection has broken in the middle', async () => {
  const { folder, shell, address } = await prepared()
  const noise = randomBytes(3 * 300 * 200)
  const raw = { width: 300, height: 200, channels: 3 } as const
  const content = await sharp(noise, { raw }).png().toBuffer()
  await writeFile(path.join(folder, 'photographs/noise.png'), content)
  // More breaks than a call has tries, but the download gets further in between.
  const ofDownload = /^GET \/api\/export\/\d+\/download/
  const breaks = Array.from(
    { length: 6 },
    () => ({ request: ofDownload, of: 'answer', after: 20 }) as const,
  )
  const proxy = await startCuttingProxy(address, [
    { request: /^POST \/api\/image\//, of: 'request', after: 10_000 },
    ...breaks,
  ])
  const through = { FOVEA_URL: proxy.address }
  const uploaded = await shell('fovea upload Broken photographs --create --json', through)
  expect(JSON.parse(uploaded.out)).toMatchObject({ uploaded: 3, existing: 0 })
  const images = await shell('fovea images Broken --json', through)
  expect(JSON.parse(images.out)).toHaveLength(3)
  const { out } = await shell('fovea export Broken first.json --json', through)
  expect(proxy.left).toEqual([])
  const downloads = proxy.passed.filter(({ line }) => ofDownload.test(line))
  expect(downloads).toHaveLength(breaks.length + 1)
  expect(downloads.at(-1)?.range).toMatch(/^bytes=\d+-$/)
  const { export: number } = JSON.parse(out) as { export: number }
  await shell(`fovea download ${number} whole.json`)
  const read = (name: string) => readFile(path.join(folder, name))
  expect((await read('first.json')).equals(await read('whole.json'))).toBe(true)
})

test('npx runs the command in a clone', async () => {
  const env = { ...process.env, npm_config_offline: 'true', npm_config_yes: 'false' }
  const run = await promisify(execFile)('npx', ['.', '--help'], { cwd: root, env })
  expect(run.stdout).toContain('fovea upload DATASET FOLDER')
})
