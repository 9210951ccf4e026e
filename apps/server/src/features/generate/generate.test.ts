import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { generateImages } from '#contract/generate'
import { getTaskLogs, listTasks } from '#contract/tasks'

import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

interface Offer {
  title: string
  seed: number
  licence?: string
}

/** Answers like Wikimedia Commons, two images a page. */
async function standIn(offers: Readonly<Record<string, readonly Offer[]>>) {
  const asked: URLSearchParams[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    if (url.pathname.startsWith('/files/')) {
      void pngOf(30, 20, Number(url.pathname.split('/').at(-1))).then((png) => response.end(png))
      return
    }
    asked.push(url.searchParams)
    search(response, url)
  })
  const search = (response: ServerResponse, url: URL) => {
    const keyword = url.searchParams.get('gsrsearch')?.replace(' filetype:bitmap', '') ?? ''
    const all = offers[keyword] ?? []
    const offset = Number(url.searchParams.get('gsroffset'))
    const size = Math.min(2, Number(url.searchParams.get('gsrlimit')))
    const pages = all.slice(offset, offset + size).map((offer, index) => ({
      pageid: offer.seed,
      title: offer.title,
      index: offset + index + 1,
      imageinfo: [infoOf(url.origin, offer)],
    }))
    const more = offset + size < all.length
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        ...(more ? { continue: { gsroffset: offset + size, continue: 'gsroffset||' } } : {}),
        ...(pages.length === 0 ? {} : { query: { pages: pages.toReversed() } }),
      }),
    )
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, address: `http://${host}/w/api.php`, asked }
}

function infoOf(origin: string, { seed, licence = 'CC BY-SA 4.0' }: Offer) {
  return {
    url: `${origin}/files/${seed}`,
    descriptionurl: `https://commons.example/File:${seed}`,
    size: 1000,
    extmetadata: {
      ...(licence === '' ? {} : { LicenseShortName: { value: licence, source: 'x' } }),
      Artist: { value: '<a href="//x.example/User:Ida">Ida &amp; Co</a>', source: 'x' },
    },
  }
}

async function withSource(source: { host: string; address: string }, allowed = [source.host]) {
  const started = await startApp({
    works: true,
    outboundHosts: allowed,
    imageSource: source.address,
  })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const params = { id: dataset.id }
  const ended = async (taskId: number) => {
    const find = async () => {
      const { body } = await kim.call(listTasks)
      return body.find((task) => task.id === taskId)
    }
    await expect.poll(async () => (await find())?.completed, { timeout: 20_000 }).toBe(true)
    const { body: logs } = await kim.call(getTaskLogs, { params: { id: taskId } })
    return { task: await find(), logs: JSON.stringify(logs) }
  }
  const images = async () => (await kim.call(getDatasetData, { params })).body.images
  return { ...started, kim, params, ended, images }
}

test('images are found by keywords and kept with their licence, author and source', async () => {
  const source = await standIn({
    fundus: [
      { title: 'File:Left eye.png', seed: 1 },
      { title: 'File:No licence.png', seed: 2, licence: '' },
      { title: 'File:Right/eye.png', seed: 3 },
    ],
    retina: [
      { title: 'File:Left eye.png', seed: 1 },
      { title: 'File:Macula.png', seed: 4 },
    ],
  })
  const { kim, params, ended, images } = await withSource(source)
  const body = { keywords: ['fundus', 'retina'], limit: 4 }
  const started = await kim.call(generateImages, { params, body })
  expect(started.status).toBe(200)
  const { task, logs } = await ended(started.body.id)
  expect(task).toMatchObject({
    status: 'succeeded',
    result: { added: 3, existing: 0, left_out: 1 },
  })
  expect(logs).toContain('No licence.png')
  const list = await images()
  expect(list.map((image) => image.file_name)).toEqual([
    'Left eye.png',
    'Macula.png',
    'Right_eye.png',
  ])
  expect(list[0]?.metadata).toEqual({
    licence: 'CC BY-SA 4.0',
    author: 'Ida & Co',
    source: 'https://commons.example/File:1',
  })

  const again = await kim.call(generateImages, { params, body })
  expect((await ended(again.body.id)).task?.result).toEqual({ added: 0, existing: 3, left_out: 1 })
})

test('there are never more images than the limit', async () => {
  const offers = [1, 2, 3, 4, 5].map((seed) => ({ title: `File:${seed}.png`, seed }))
  const source = await standIn({ fundus: offers })
  const { kim, params, ended, images } = await withSource(source)
  const { body } = await kim.call(generateImages, {
    params,
    body: { keywords: ['fundus'], limit: 3 },
  })
  await ended(body.id)
  expect((await images()).map((image) => image.file_name)).toEqual(['1.png', '2.png', '3.png'])
  expect(source.asked.map((query) => query.get('gsrlimit'))).toEqual(['3', '1'])
})

test('if the source does not answer, the task fails with the reason and nothing changes', async () => {
  const nowhere = { host: '127.0.0.1:9', address: 'http://127.0.0.1:9/api.php' }
  const { kim, params, ended, images } = await withSource(nowhere)
  const { body } = await kim.call(generateImages, { params, body: { keywords: ['fundus'] } })
  const { task, logs } = await ended(body.id)
  expect(task?.status).toBe('failed')
  expect(logs).toContain('127.0.0.1:9 could not be reached')
  expect(await images()).toEqual([])
})

test('a source that the operator has not allowed is not called, and empty keywords are refused', async () => {
  const source = await standIn({})
  const { kim, params } = await withSource(source, [])
  const refused = await kim.call(generateImages, { params, body: { keywords: ['fundus'] } })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toContain('OUTBOUND_HOSTS')
  expect(source.asked).toEqual([])
  const empty = await kim.call(generateImages, { params, body: { keywords: [] } })
  expect(empty.status).toBe(400)
})

test('keywords without results are reported', async () => {
  const { kim, params, ended } = await withSource(await standIn({}))
  const { body } = await kim.call(generateImages, { params, body: { keywords: ['unicorn'] } })
  const { task, logs } = await ended(body.id)
  expect(task?.status).toBe('failed')
  expect(logs).toContain('unicorn')
})
