import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test } from 'vitest'

import { createAccessToken } from '#contract/access-tokens'
import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'

import { pngOf } from '../apps/server/src/testing/given.ts'
import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'
import { documentedBlocks, fateOf, fates, isCommand, type Block } from './documented-commands.ts'
import { signedIn } from './http-client.ts'
import { temporaryFolder } from './operator.ts'
import { startFovea } from './running-fovea.ts'

const root = path.resolve(import.meta.dirname, '..')
const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl) {
  console.warn(
    'SKIPPED: the examples with curl are not run, because it is missing (apt-get install curl).',
  )
}

test('somebody has decided on each command of the handbook whether it is run', async () => {
  const blocks = await documentedBlocks()
  expect(blocks.filter(({ language }) => language === '')).toEqual([])
  const commands = blocks.filter(isCommand)
  expect(commands.filter((block) => fateOf(block) === undefined)).toEqual([])
  const listed = Object.entries(fates).flatMap(([page, list]) =>
    list.map(([begins, fate]) => ({ page, begins, fate })),
  )
  const isThere = ({ page, begins }: { page: string; begins: string }): boolean =>
    commands.some((block) => block.page === page && block.text.startsWith(begins))
  expect(listed.filter((entry) => !isThere(entry))).toEqual([])
  const tests = listed.flatMap(({ fate }) => ('runBy' in fate ? fate.runBy : []))
  expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('settings and npm commands of the handbook exist', async () => {
  const blocks = await documentedBlocks()
  const sources = globSync('apps/server/src/*.ts', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join()
  const settings = blocks
    .filter(({ language }) => language === 'ini')
    .flatMap(({ text }) => text.split('\n').map((line) => line.trim().split('=')[0] ?? ''))
  expect(settings.length).toBeGreaterThan(10)
  expect(settings.filter((name) => !sources.includes(`${name}:`))).toEqual([])

  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const pages = [...new Set(blocks.map(({ page }) => page))]
  const named = pages.flatMap((page) =>
    Array.from(
      readFileSync(path.join(root, page), 'utf8').matchAll(/npm run (?:-s )?(?<name>[a-z-]+)/g),
      (match) => match.groups?.['name'] ?? '',
    ),
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the commands that need nothing but a running server do what the handbook says', async () => {
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
  onTestFinished(() => fovea.stop())
  const kim = await signedIn(fovea.address, 'kim')
  const { id } = await kim.call(createDataset, { body: { name: 'Study' } })
  const content = await pngOf(40, 30, 1)
  await kim.call(uploadImage, {
    query: { dataset_id: id },
    file: { name: 'eye.png', content },
  })
  const { token } = await kim.call(createAccessToken, {
    body: { name: 'program', scopes: ['read'] },
  })
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, 'fovea-models'))
  const places = {
    'https://fovea.example.org': fovea.address,
    '/dataset/7/': `/dataset/${id}/`,
    '/mnt/backup': `${folder}/backup`,
    '/srv/': `${folder}/`,
  }
  const env = { ...programEnvironment, DATA_DIR: fovea.dataFolder, FOVEA_TOKEN: token }
  const run = async ({ text }: Block): Promise<string> => {
    const script = Object.entries(places).reduce(
      (changed, [documented, own]) => changed.replaceAll(documented, own),
      text,
    )
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: root, env })
    return stdout
  }
  const blocks = (await documentedBlocks()).filter((block) => {
    const fate = isCommand(block) ? fateOf(block) : undefined
    return fate !== undefined && 'runHere' in fate
  })
  const outputs: Record<string, string> = {}
  for (const block of blocks) {
    const isCurl = block.text.startsWith('curl')
    if (isCurl && !hasCurl) continue
    const endless = block.page === 'docs/events.md'
    const text = endless ? `${block.text} --max-time 1 || test $? = 28` : block.text
    outputs[`${block.page} ${block.text.split(' ', 3).join(' ')}`] = await run({ ...block, text })
  }
  expect(outputs).toMatchObject({
    'docs/audit-trail.md npm run audit-verify': expect.stringMatching(/intact/i),
    'docs/command-line.md node clients/cli/fovea.mjs --help': expect.stringContaining('upload'),
    'docs/operation.md npm run backup': expect.stringContaining('backup'),
  })
  expect(existsSync(path.join(folder, 'new/datasets'))).toBe(true)
  expect(existsSync(path.join(folder, 'fovea-models/bright-lesions/model.json'))).toBe(true)
})
