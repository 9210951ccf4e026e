import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { zipOf, type ZipEntry } from './zip.ts'

async function* all(entries: Iterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  for (const entry of entries) yield await Promise.resolve(entry)
}

/** The archive's content as read by Python's zipfile, as a peer. */
async function readByPython(archive: Buffer, lines: string): Promise<unknown> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-zip-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'a.zip')
  await writeFile(file, archive)
  const program = `import json, sys, zipfile\narchive = zipfile.ZipFile(sys.argv[1])\nassert archive.testzip() is None\n${lines}`
  const run = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout)
}

const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('SKIPPED: archives are not read back without python3.')

test.skipIf(!hasPython)(
  'another program opens an archive and reads the same names and times',
  async () => {
    const entries = [
      { name: 'labels/눈 1.txt', content: Buffer.from('0 0.5 0.5 1 1\n'.repeat(1000)) },
      { name: 'empty.txt', content: Buffer.alloc(0) },
      {
        name: 'noise.bin',
        content: Buffer.from(Array.from({ length: 300 }, () => 256 * Math.random())),
      },
    ]
    const archive = Buffer.concat(
      await Array.fromAsync(zipOf(all(entries), new Date('2026-01-31T10:20:30Z'))),
    )
    expect(archive.length).toBeLessThan(1500)
    const read = await readByPython(
      archive,
      'print(json.dumps([[i.filename, i.file_size, list(i.date_time)] for i in archive.infolist()]))',
    )
    expect(read).toEqual(
      entries.map(({ name, content }) => [name, content.length, [2026, 1, 31, 10, 20, 30]]),
    )
  },
)

test.skipIf(!hasPython)(
  'an archive can have more entries than the form without ZIP64 can count',
  async () => {
    const entries = Array.from({ length: 70_000 }, (_, index) => ({
      name: `${index}`,
      content: Buffer.alloc(0),
    }))
    const archive = Buffer.concat(await Array.fromAsync(zipOf(all(entries), new Date())))
    expect(await readByPython(archive, 'print(len(archive.namelist()))')).toBe(70_000)
  },
)
