import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)

let checkout: string

beforeEach(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'fovea-setup-'))
  await mkdir(path.join(checkout, 'scripts'))
  for (const script of ['setup.mjs', 'prune-packages.mjs', 'launch.mjs']) {
    await cp(path.join(import.meta.dirname, script), path.join(checkout, 'scripts', script))
  }
  await write('package.json', '{}')
  await write('package-lock.json', '{ "lockfileVersion": 3 }')
  await write('apps/web/page.ts', 'export const page = 1')
  await write('apps/server/src/main.ts', 'export const main = 1')
  await write('packages/geometry/point.ts', 'export const origin = 0')
  // An npm that only notes that it was asked, and whose vite does the same.
  await write(
    'npm-cli.js',
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
     appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
     if (process.env.BROKEN) process.exit(1)
     mkdirSync('node_modules/vite/bin', { recursive: true })
     writeFileSync('node_modules/vite/bin/vite.js', \`
       const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
       appendFileSync('calls', 'vite\\\\n')
       if (process.env.BROKEN) process.exit(1)
       mkdirSync('apps/web/dist', { recursive: true })
       writeFileSync('apps/web/dist/index.html', '')\`)`,
  )
})

afterEach(() => rm(checkout, { recursive: true }))

async function write(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(checkout, file)), { recursive: true })
  await writeFile(path.join(checkout, file), content)
}

/** Runs the set-up and returns the programs that it started: npm with its arguments, vite. */
async function setUp({ broken = false, tools = false } = {}): Promise<readonly string[]> {
  await write('calls', '')
  await run(process.execPath, ['scripts/setup.mjs', '--web', ...(tools ? ['--tools'] : [])], {
    cwd: checkout,
    env: {
      ...process.env,
      npm_execpath: path.join(checkout, 'npm-cli.js'),
      BROKEN: broken ? 'yes' : '',
    },
  })
  const calls = await readFile(path.join(checkout, 'calls'), 'utf8')
  return calls.trim().split('\n').filter(Boolean)
}

test('the first run installs from the lock file without install scripts, then builds', async () => {
  const [npm, vite] = await setUp()
  expect(npm).toMatch(/^ci --ignore-scripts --omit=dev --include=optional/u)
  expect(vite).toBe('vite')
})

test('tools are added to an installation when they are first needed, and stay', async () => {
  await setUp()
  const [added, ...more] = await setUp({ tools: true })
  expect(added).toMatch(/^install --no-save --ignore-scripts --include=dev/u)
  expect(more).toEqual([])
  expect(await setUp({ tools: true })).toEqual([])
  expect(await setUp()).toEqual([])
  await write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }')
  const [installed] = await setUp()
  expect(installed).toMatch(/^ci --ignore-scripts --include=dev/u)
})

test('a run without changes does nothing', async () => {
  await setUp()
  expect(await setUp()).toEqual([])
})

test('a changed lock file is installed, and the web app built with the new packages', async () => {
  await setUp()
  await write('package-lock.json', '{ "lockfileVersion": 3, "packages": {} }')
  expect(await setUp()).toHaveLength(2)
})

test.each(['apps/web/page.ts', 'packages/geometry/point.ts'])(
  'a change in %s builds the web app only',
  async (file) => {
    await setUp()
    await write(file, 'export const other = 2')
    expect(await setUp()).toEqual(['vite'])
  },
)

test('a changed test is no reason to build', async () => {
  await setUp()
  await write('apps/web/page.test.ts', '')
  expect(await setUp()).toEqual([])
})

test('a failed installation explains the remedy, and is repeated the next time', async () => {
  await expect(setUp({ broken: true })).rejects.toThrow(/could not be installed.*registry/u)
  expect(await setUp()).toHaveLength(2)
})

test('a failed build explains the remedy, and is repeated the next time', async () => {
  await setUp()
  await write('apps/web/page.ts', 'export const broken = 3')
  await expect(setUp({ broken: true })).rejects.toThrow(/could not be built/u)
  expect(await setUp()).toEqual(['vite'])
})
