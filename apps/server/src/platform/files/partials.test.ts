import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { keepSweepingPartials, partialIn } from './partials.ts'

const uuid = () => randomUUID()
const ofOperator = ['.notes.part', 'film.part', `${uuid()}.part`, 'eye.png']

/** A dataset folder with partial files left a moment and an hour ago, and one being written. */
async function withLeftovers() {
  const root = await mkdtemp(path.join(tmpdir(), 'partials-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = path.join(root, 'datasets/Clinic/left eyes')
  await mkdir(folder, { recursive: true })
  const left = { young: `.${uuid()}.${uuid()}.part`, old: `.${uuid()}.${uuid()}.part` }
  const ofEarlierVersion = `.${uuid()}.part`
  const ours = path.basename(partialIn(folder))
  const old = [left.old, ofEarlierVersion, ...ofOperator]
  const anHourAgo = new Date(Date.now() - 3600_000)
  for (const name of [left.young, ours, ...old]) await writeFile(path.join(folder, name), 'half')
  for (const name of old) await utimes(path.join(folder, name), anHourAgo, anHourAgo)
  return { root, ours, young: left.young, names: async () => (await readdir(folder)).toSorted() }
}

test('a process that is alone removes the partial files of killed ones, and nothing else', async () => {
  const { root, ours, names } = await withLeftovers()
  await using _ = keepSweepingPartials(root, { isAlone: true })
  await expect.poll(names).toEqual([ours, ...ofOperator].toSorted())
})

test('with several processes, one leaves the files that another may be writing', async () => {
  const { root, ours, young, names } = await withLeftovers()
  await using _ = keepSweepingPartials(root, { isAlone: false })
  await expect.poll(names).toEqual([ours, young, ...ofOperator].toSorted())
})
