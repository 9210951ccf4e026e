import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'

import { expect, onTestFinished, test } from 'vitest'

import type { FileStore } from '../platform/files/file-store.ts'

/** An empty store, for one test. */
type OpenEmptyStore = () => Promise<FileStore>

const digestOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest()

/** A file of this machine with the content. */
export async function sourceOf(content: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-source-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'source')
  await writeFile(file, content)
  return file
}

export async function bytesOf(content: Readable): Promise<Buffer> {
  return Buffer.concat(await content.toArray())
}

async function pathsOf(store: FileStore, folder: string, after?: string): Promise<string[]> {
  const found = await Array.fromAsync(store.walk(folder, after ?? null))
  return found.map(({ path: name }) => name)
}

/** Tests of what every file store does, wherever it keeps its files. */
export function testFileStore(open: OpenEmptyStore): void {
  test('stores a file under its key, and reads it, whole or a part', async () => {
    const store = await open()
    const content = randomBytes(300_000)
    const key = 'datasets/Klinik 서울/왼쪽 눈 (1)+#%&.png'
    await store.put(key, await sourceOf(content))
    const { content: whole, size } = await store.read(key)
    expect(size).toBe(content.length)
    expect((await bytesOf(whole)).equals(content)).toBe(true)
    const part = await store.read(key, { start: 1000, end: 1999 })
    expect(part.size).toBe(content.length)
    expect((await bytesOf(part.content)).equals(content.subarray(1000, 2000))).toBe(true)
    const tail = await store.read(key, { start: 299_990, end: 400_000 })
    expect(await bytesOf(tail.content)).toEqual(content.subarray(299_990))
    await store.check()
  })

  test('stores a file of many megabytes, and an empty one', async () => {
    const store = await open()
    const large = randomBytes(2 ** 20 * 17 + 5)
    await store.put('exports/large.zip', await sourceOf(large))
    await store.put('exports/empty.zip', await sourceOf(''))
    const read = await bytesOf((await store.read('exports/large.zip')).content)
    expect(read.equals(large)).toBe(true)
    expect(await bytesOf((await store.read('exports/empty.zip')).content)).toHaveLength(0)
    expect(await store.isSound('exports/large.zip', digestOf(large))).toBe(true)
    expect(await store.find('exports/empty.zip')).toMatchObject({ size: 0 })
  })

  test('replaces a file as a whole, and leaves nothing of one that cannot be read', async () => {
    const store = await open()
    await store.put('results/a', await sourceOf('before'))
    const missing = store.put('results/b', '/nowhere/source')
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
    const early = await store.read('results/a')
    await store.put('results/a', await sourceOf('afterwards'))
    expect(['before', 'afterwards']).toContain(String(await bytesOf(early.content)))
    expect(String(await bytesOf((await store.read('results/a')).content))).toBe('afterwards')
    expect(await pathsOf(store, 'results')).toEqual(['a'])
  })

  test('says of a file that does not exist that it does not', async () => {
    const store = await open()
    await store.put('a/b', await sourceOf('x'))
    const gone = { code: 'ENOENT' }
    await expect(store.read('a/c')).rejects.toMatchObject(gone)
    await expect(store.isSound('a/c', digestOf(Buffer.of()))).rejects.toMatchObject(gone)
    await expect(store.withLocalPath('a/c', (file) => readFile(file))).rejects.toMatchObject(gone)
    expect([await store.has('a/c'), await store.has('a/b')]).toEqual([false, true])
    expect(await store.find('a/c')).toBeUndefined()
    expect(await store.find('a')).toBeUndefined()
    await store.remove('a/c')
    expect(await pathsOf(store, 'nowhere')).toEqual([])
  })

  test('refuses keys that lead out of it', async () => {
    const store = await open()
    const source = await sourceOf('x')
    for (const key of ['../a', 'a/../../b', '', '.', 'a\0b', '/a']) {
      await expect(async () => store.put(key, source)).rejects.toThrow('leads out')
    }
  })

  test('walks in the order of names, depth first, without what is hidden, from any path on', async () => {
    const store = await open()
    // A folder and a file of nearly the same name, and names whose order differs by encoding.
    const paths = ['a/x', 'a/y/z', 'a.png', 'a0', 'B', '눈/one', '𝄞', 'ﬀ']
    const hidden = ['.trash/one', 'a/.DS_Store', '.b']
    for (const file of [...paths, ...hidden])
      await store.put(`datasets/W/${file}`, await sourceOf(file))
    await store.put('datasets/Wide/other', await sourceOf('other'))
    const walked = await pathsOf(store, 'datasets/W/')
    expect(walked).toEqual(['B', 'a/x', 'a/y/z', 'a.png', 'a0', '눈/one', '𝄞', 'ﬀ'])
    for (const [number, after] of walked.entries())
      expect(await pathsOf(store, 'datasets/W', after)).toEqual(walked.slice(number + 1))
    expect(await pathsOf(store, 'datasets/W', 'a/gone')).toEqual(walked.slice(1))
  })

  test('removes a file, or everything below a folder, and nothing else', async () => {
    const store = await open()
    for (const key of ['d/one', 'd/two/three', 'd.txt', 'dd/four'])
      await store.put(key, await sourceOf(key))
    await store.remove('d/one')
    expect(await pathsOf(store, 'd')).toEqual(['two/three'])
    await store.remove('d')
    expect(await pathsOf(store, 'd')).toEqual([])
    expect([await store.has('d.txt'), await store.has('dd/four')]).toEqual([true, true])
  })

  test('knows whether a file has the content it should have', async () => {
    const store = await open()
    const content = Buffer.from('a photograph')
    await store.put('o', await sourceOf(content))
    const other = digestOf(Buffer.from('another'))
    for (const how of ['anew', 'known', 'glance'] as const) {
      expect(await store.isSound('o', digestOf(content), how)).toBe(true)
      expect(await store.isSound('o', other, how)).toBe(false)
    }
    await store.put('o', await sourceOf('another'))
    expect(await store.isSound('o', digestOf(content))).toBe(false)
  })

  test('gives programs a path, to several at once, and of the newest content', async () => {
    const store = await open()
    await store.put('o', await sourceOf('first'))
    const read = () => store.withLocalPath('o', async (file) => String(await readFile(file)))
    expect(await Promise.all([read(), read(), read()])).toEqual(['first', 'first', 'first'])
    await store.put('o', await sourceOf('second'))
    expect(await read()).toBe('second')
    const failing = store.withLocalPath('o', () => Promise.reject(new Error('the work failed')))
    await expect(failing).rejects.toThrow('the work failed')
  })
}
