import { readFile } from 'node:fs/promises'

import { describe, expect, test } from 'vitest'

import { dicomwebRoot, searchInstances, storeInstances } from '#contract/dicomweb'
import type { JsonDataSet } from '#dicom/json/json-element'
import { buildFile, photographWith, withTiffPreamble } from '#dicom/testing/build-file'

import { writeParts } from '../../platform/http/multipart-related.ts'
import { fileOf, withFiles } from '../../testing/dicomweb-client.ts'

async function related(...contents: readonly Uint8Array[]) {
  const parts = contents.map((content) => ({ contentType: 'application/dicom', content }))
  const chunks = []
  for await (const chunk of writeParts(parts, 'between')) chunks.push(chunk)
  return {
    payload: Buffer.concat(chunks),
    headers: { 'content-type': 'multipart/related; type="application/dicom"; boundary=between' },
  }
}

describe('storing', () => {
  test('files are added, each with its own outcome', async () => {
    const { app, kim, params, json } = await withFiles()
    const cookies = Object.fromEntries(kim.cookies)
    const url = `${dicomwebRoot(params.id)}/studies`
    const post = async (...contents: readonly Uint8Array[]) => {
      const answer = await app.inject({
        method: 'POST',
        url,
        cookies,
        ...(await related(...contents)),
      })
      return { status: answer.statusCode, body: answer.json<JsonDataSet>() }
    }
    const [jpeg, rle] = await Promise.all(
      ['000_jpeg', '000_rle'].map((name) => readFile(fileOf(name))),
    )
    if (jpeg === undefined || rle === undefined) throw new Error('The files are there.')
    const both = await post(jpeg, rle)
    expect([both.status, both.body['00081199']?.Value?.length]).toEqual([200, 2])
    expect(await json(searchInstances, {})).toHaveLength(2)
    const again = await post(jpeg)
    expect(again.status).toBe(200)
    expect(await json(searchInstances, {})).toHaveLength(2)
    const dual = await post(
      withTiffPreamble(buildFile(photographWith(['0020000E', 'UI', '1.2.9']))),
    )
    expect(dual.body['00081199']?.Value).toMatchObject([{ '00081155': { Value: ['1.2.3.4'] } }])
    expect(await json(searchInstances, {})).toHaveLength(3)
    const some = await post(jpeg, Buffer.from('nothing of the kind'))
    expect([some.status, some.body['0008119A']?.Value?.length]).toEqual([202, 1])
    const none = await post(jpeg.subarray(0, jpeg.length / 2))
    expect(none.status).toBe(409)
    const [failed] = none.body['00081198']?.Value ?? []
    expect(failed).toMatchObject({ '00081197': { Value: [0xc000] } })
    const broken = await app.inject({
      method: 'POST',
      url,
      cookies,
      headers: (await related()).headers,
      payload: '--between\r\ncontent-type: application/dicom\r\n\r\nhalf',
    })
    expect(broken.statusCode).toBe(400)
    const form = await kim.call(storeInstances, { params, files: [{ name: 'a', content: jpeg }] })
    expect(form.status).toBe(415)
  })
})
