import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { signatureHeaders } from '../apps/server/src/features/webhooks/signature.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { startFovea } from './running-fovea.ts'

const client = path.resolve('clients/python')
/** Debian's, which has Debian's packages. */
const python = '/usr/bin/python3'

const hasPackages = spawnSync(python, ['-c', 'import httpx, numpy, pandas, PIL']).status === 0
if (!hasPackages) {
  console.warn(
    'SKIPPED: the Python client is not tested, because httpx, numpy, pandas or Pillow is missing (apt-get install python3-httpx python3-pandas python3-pil).',
  )
}

const hasTypeChecker = spawnSync('/usr/bin/mypy', ['--version']).status === 0
if (!hasTypeChecker) {
  console.warn('SKIPPED: the types of the Python client are not checked (apt-get install mypy).')
}

test.skipIf(!hasTypeChecker || !hasPackages)(
  'the Python client keeps to its own types',
  async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'fovea-types-'))
    onTestFinished(() => rm(cache, { recursive: true, force: true }))
    const options = ['--strict', '--ignore-missing-imports', '--cache-dir', cache, 'fovea']
    const { status, stdout } = spawnSync('/usr/bin/mypy', options, {
      cwd: client,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('no issues') })
  },
)

const password = 'Correct-Horse-7'

/** The address of a new server and a token of its first user. */
async function givenToken() {
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
  onTestFinished(() => fovea.stop())
  const post = async (where: string, body: object, cookie = '') => {
    const answer = await fetch(fovea.address + where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fovea.address, cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const account = { username: 'kim', password, confirm_password: password, name: '' }
  const registered = await post('/api/user/register', account)
  const cookie = registered.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const scopes = ['annotate', 'analyse', 'export', 'administer']
  const made = await post('/api/user/tokens', { name: 'notebook', scopes }, cookie)
  const { token } = (await made.json()) as { token: string }
  return { fovea, token }
}

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-python-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'photographs', 'day 1'), { recursive: true })
  await copyFile('example-clinic/02_h.jpg', path.join(folder, 'photographs', 'day 1', 'eye.jpg'))
  await writeFile(path.join(folder, 'photographs', 'broken.png'), 'no picture')
  return folder
}

test.skipIf(!hasPackages)(
  'the examples of the Python client work over broken connections, and a repeated upload sends nothing',
  async () => {
    const { fovea, token } = await givenToken()
    const cwd = await givenFolder()
    const readme = await readFile(path.join(client, 'README.md'), 'utf8')
    const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code)
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = JSON.stringify({ type: 'webhook.test', timestamp: '', data: { dataset_id: 1 } })
    const headers = signatureHeaders({ id: 'evt_1', body, at: new Date(), secrets: [secret] })
    const more = `
again = dataset.upload("photographs")
assert (len(again.sent), len(again.present), len(again.refused)) == (0, 1, 1), again
assert [each.code for each in again.refused.values()] == ["unsupported_format"], again.refused
assert [each.file_name for each in dataset.images()] == ["eye.jpg"]
assert pixels.shape == (image.facts["height"], image.facts["width"], 3), pixels.shape
assert mask.shape == pixels.shape[:2] and 0 < mask.mean() < 0.5, mask.mean()
assert len(table) > 0, table
assert len(dataset.coco()["annotations"]) == 1
original = image.download("copy.jpg").read_bytes()
assert original == open("photographs/day 1/eye.jpg", "rb").read()
secret, headers, body = ${JSON.stringify([secret, headers, body])}
assert receive(headers, body, secret).type == "webhook.test"
assert receive(headers, body + " ", secret) is None
assert receive({**headers, "webhook-timestamp": "1614265330"}, body, secret) is None
`
    const proxy = await startCuttingProxy(fovea.address, [
      { request: /^POST \/api\/image\//, of: 'request', after: 10_000 },
      { request: /^GET \/api\/export\/\d+\/download/, of: 'answer', after: 20 },
      { request: /^GET \/api\/release\/\d+\/download/, of: 'answer', after: 5000 },
    ])
    const { stdout } = await promisify(execFile)(python, ['-c', [...examples, more].join('\n')], {
      cwd,
      env: { FOVEA_URL: proxy.address, FOVEA_TOKEN: token, PYTHONPATH: client, HOME: cwd },
    })
    expect(stdout).toContain('1 sent, 0 present, 1 refused')
    expect(stdout).toContain('not_found 404')
    expect(proxy.left).toEqual([])
  },
  240_000,
)
