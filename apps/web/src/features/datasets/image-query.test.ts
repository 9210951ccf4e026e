import { describe, expect, test } from 'vitest'

import {
  annotatedToggles,
  annotatedValue,
  annotatorAddress,
  changesToSaved,
  foldersOnTheWay,
  imageQueryOf,
  isFiltered,
  savedPart,
} from './image-query.ts'

const read = (text: string) => imageQueryOf(new URLSearchParams(text), 'file_name')

describe('the images that a query string asks for', () => {
  test('keeps the filters and drops the page and unknown parameters', () => {
    expect(read('file_name__icontains=a%20b&page=3&evil=1&order=-id')).toEqual({
      file_name__icontains: 'a b',
      order: '-id',
    })
  })

  test('drops values that the server would refuse', () => {
    expect(read('order=password&category_ids__in=1;2&annotated=maybe')).toEqual({
      order: 'file_name',
    })
  })

  test('an empty annotated filter stays: it matches nothing', () => {
    expect(read('annotated=')).toEqual({ annotated: '', order: 'file_name' })
  })

  test('is filtered by anything except folder and order', () => {
    expect(isFiltered(read('folder=a&order=id'))).toBe(false)
    expect(isFiltered(read('folder=a&category_ids__in=4,5'))).toBe(true)
  })

  test('goes with the image into the annotator', () => {
    const query = read('patientName__icontains=김&order=path')
    const address = new URL(annotatorAddress(7, query), 'http://localhost')
    expect(address.pathname).toBe('/annotate/7')
    expect(imageQueryOf(address.searchParams, 'id')).toEqual(query)
  })
})

test.each([
  [true, true, undefined],
  [true, false, 'true'],
  [false, true, 'false'],
  [false, false, ''],
] as const)('toggles annotated %s and not annotated %s mean %s', (on, off, value) => {
  expect(annotatedValue(on, off)).toBe(value)
  expect(annotatedToggles(value)).toEqual({ annotated: on, notAnnotated: off })
})

test('the breadcrumbs of a folder contain its parents', () => {
  expect(foldersOnTheWay('2026/right eye')).toEqual([
    { name: '2026', path: '2026' },
    { name: 'right eye', path: '2026/right eye' },
  ])
  expect(foldersOnTheWay('')).toEqual([])
})

test('a saved filter replaces all filters and the order, and keeps the folder', () => {
  const query = read(
    'folder=a&file_name__icontains=x&reportState=toConfirm&order=-id&by_visit=true',
  )
  const saved = savedPart(query)
  expect(saved).not.toHaveProperty('folder')
  expect(saved).not.toHaveProperty('by_visit')
  const changes = changesToSaved({ reportState: 'failed' }, 'file_name')
  expect(changes).toMatchObject({ reportState: 'failed', order: 'file_name' })
  expect(changes).toHaveProperty('file_name__icontains', undefined)
  expect(changes).toHaveProperty('ascending', undefined)
  expect(changes).not.toHaveProperty('folder')
})
