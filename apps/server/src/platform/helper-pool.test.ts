import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { helpers } from '../testing/kill-helpers.ts'
import { HelperUnavailable, openHelperPool } from './helper-pool.ts'
import type { Request } from './helper-pool.test-process.ts'

const program = path.join(import.meta.dirname, 'helper-pool.test-process.ts')
const patience = { timeout: 20_000 }

function openPool(options: { size?: number; ms?: number; bytes?: number } = {}) {
  const pool = openHelperPool<Request, number | string>(program, {
    size: 1,
    ms: 60_000,
    ...options,
  })
  onTestFinished(() => pool[Symbol.asyncDispose]())
  return { pool, ask: (does: 'pid' | 'crash' | 'killItself' | 'eat') => pool.ask({ does }) }
}

async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-helpers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'held')
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

const kill = (pid: unknown): true => process.kill(Number(pid), 'SIGKILL')

test('a helper that is killed while it is idle is replaced', async () => {
  const { ask } = openPool()
  const first = await ask('pid')
  kill(first)
  await expect.poll(() => helpers(), patience).not.toContain(first)
  expect(await ask('pid')).not.toBe(first)
})

test('signals to stop, which all processes of a program get, leave a helper at work', async () => {
  const { pool, ask } = openPool()
  const first = Number(await ask('pid'))
  const file = await newFile()
  const held = pool.ask({ does: 'hold', file })
  await expect.poll(() => exists(file), patience).toBe(true)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(first, signal)
  await pool[Symbol.asyncDispose]()
  await expect(held).rejects.toMatchObject({ by: 'died' })
  await expect.poll(() => helpers(), patience).not.toContain(first)
})

test('another helper repeats the work of one that was killed', async () => {
  const { pool, ask } = openPool()
  const first = await ask('pid')
  const file = await newFile()
  const held = pool.ask({ does: 'hold', file })
  await expect.poll(() => exists(file), patience).toBe(true)
  kill(first)
  expect(await held).toBe('held before')
})

test('a helper that is killed before it has started is replaced', async () => {
  const before = await helpers()
  const { ask } = openPool()
  const asked = ask('pid')
  const starting = await expect
    .poll(async () => (await helpers()).filter((pid) => !before.includes(pid)), patience)
    .toHaveLength(1)
    .then(async () => (await helpers()).find((pid) => !before.includes(pid)))
  kill(starting)
  expect(await asked).not.toBe(starting)
})

test('waiting requests get a place although helpers die', async () => {
  const { ask } = openPool({ size: 2 })
  const outcomes = await Promise.allSettled(
    (['crash', 'pid', 'killItself', 'pid', 'crash', 'pid'] as const).map((does) => ask(does)),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    ['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'], //
  )
})

test('two crashes condemn the work, two kills from outside do not', async () => {
  const { ask } = openPool()
  await expect(ask('crash')).rejects.toMatchObject({ by: 'died', isCrash: true })
  await expect(ask('killItself')).rejects.toBeInstanceOf(HelperUnavailable)
  expect(await ask('pid')).toBeGreaterThan(0)
})

test('a helper that exceeds its time or memory is ended alone, and the two reasons are distinguished', async () => {
  const { pool } = openPool({ ms: 2000 })
  await expect(pool.ask({ does: 'hold', file: await newFile() })).rejects.toMatchObject({
    by: 'late',
  })
  const { ask } = openPool({ bytes: 300_000_000 })
  await expect(ask('eat')).rejects.toMatchObject({ by: 'hungry' })
  expect(await ask('pid')).toBeGreaterThan(0)
})

test("the system limits a helper's memory, and kills it before the server", async () => {
  const { ask } = openPool({ bytes: 300_000_000 })
  const pid = await ask('pid')
  expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max data size +1300000000 /)
  expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max core file size +0 /)
  expect(Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'))).toBe(900)
})
