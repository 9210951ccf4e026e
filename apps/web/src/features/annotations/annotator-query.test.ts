import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openLedger } from '#annotation/save'

import { annotatorData } from './annotator-query.ts'
import type { AnnotatorData } from './api.ts'
import { keepImage, lastLeftImage, noteLeft } from './kept-images.ts'

const asLeft = { image: { id: 7 }, begunAt: 1 } as AnnotatorData
const asRead = { image: { id: 7 }, begunAt: 2 } as AnnotatorData

let client = new QueryClient()
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  keepImage('kim', asLeft, openLedger([]))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => vi.unstubAllGlobals())

test('an image that is opened while the server is out of reach is as it was left', async () => {
  const opened = await client.fetchQuery(annotatorData(7, {}, 'kim'))
  expect(opened.begunAt).toBe(asLeft.begunAt)
  await expect(client.fetchQuery(annotatorData(7, {}, 'lee'))).rejects.toThrow('reached')
})

test('an open image does not go back to how it was left once the server is out of reach', async () => {
  const query = annotatorData(7, {}, 'kim')
  client.setQueryData(query.queryKey, asRead)
  await expect(client.fetchQuery(query)).rejects.toThrow('The server could not be reached')
  expect(client.getQueryData(query.queryKey)).toBe(asRead)
})

test('the image that was closed last is one that was on the screen, also after a reload', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  for (const id of [3, 9, 5]) noteLeft('kim', id)
  keepImage('kim', { ...asLeft, image: { ...asLeft.image, id: 9 } }, openLedger([]))
  expect(lastLeftImage('kim', 7)).toBe(5)
  expect(lastLeftImage('kim', 5)).toBe(9)
  expect(lastLeftImage('lee', 5)).toBeNull()
})
