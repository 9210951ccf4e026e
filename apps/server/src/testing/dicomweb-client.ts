import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect } from 'vitest'

import { searchInstances } from '#contract/dicomweb'
import type { Endpoint } from '#contract/endpoint'
import { uploadImage } from '#contract/images'
import type { JsonDataSet } from '#dicom/json/json-element'

import { readParts } from '../platform/http/multipart-related.ts'
import { fixtureFile } from './fixture-file.ts'
import { startApp } from './start-app.ts'

const syntaxes = fixtureFile('dicom/syntaxes')
export const fileOf = (name: string) => path.join(syntaxes, `${name}.dcm`)
export const textIn = (set: JsonDataSet | undefined, tag: string): string => {
  const value = set?.[tag]?.Value?.[0]
  return typeof value === 'string' ? value : ''
}

export const placeIn = (found: JsonDataSet | undefined) => ({
  study: textIn(found, '0020000D'),
  series: textIn(found, '0020000E'),
  instance: textIn(found, '00080018'),
})

/** A dataset with files of the syntaxes, and a client that requests them like a viewer. */
export async function withFiles(...names: readonly string[]) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  for (const name of names) {
    const content = await readFile(fileOf(name))
    const query = { dataset_id: dataset.id }
    await kim.call(uploadImage, { query, files: [{ name: `${name}.dcm`, content }] })
  }
  const json = async (endpoint: Endpoint, more: object, query = {}) => {
    const answer = await kim.call(endpoint, { params: { ...params, ...more }, query })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/dicom+json')
    return JSON.parse(answer.bytes.toString()) as JsonDataSet[]
  }
  const placeOf = async () => ({ ...params, ...placeIn((await json(searchInstances, {}))[0]) })
  return { ...started, kim, dataset, params, json, placeOf }
}

/** Content of a JSON answer. */
export function told({ bytes }: { bytes: Buffer }): unknown {
  return JSON.parse(bytes.toString())
}

export async function partsOf(answer: { headers: Record<string, unknown>; bytes: Buffer }) {
  const boundary = /boundary=(.+)$/.exec(String(answer.headers['content-type']))?.[1] ?? ''
  const parts = []
  for await (const { contentType, content } of readParts(oneByOne(answer.bytes), boundary)) {
    const chunks = []
    for await (const chunk of content) chunks.push(chunk)
    parts.push({ contentType, content: Buffer.concat(chunks) })
  }
  return parts
}

/** In pieces with arbitrary ends. */
async function* oneByOne(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 4099) yield bytes.subarray(at, at + 4099)
}
