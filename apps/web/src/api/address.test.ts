import { describe, expect, test } from 'vitest'

import { shareDataset } from '#contract/datasets'
import { getImage } from '#contract/images'
import { updateUser } from '#contract/users'

import { addressOf, assertSafe } from './address.ts'

describe('the address of a call', () => {
  test('has the parameters in its path and in its query', () => {
    const query = { width: 250, thumbnail: 'true', v: undefined }
    expect(addressOf(getImage, { params: { id: 7 }, query })).toBe(
      '/api/image/7?width=250&thumbnail=true',
    )
  })

  test('escapes the value of a parameter', () => {
    expect(addressOf(updateUser, { params: { username: '../a b/%' } })).toBe(
      '/api/admin/user/..%2Fa%20b%2F%25',
    )
  })

  test('names a missing parameter', () => {
    expect(() => addressOf(shareDataset)).toThrow('needs "id"')
  })
})

test.each([
  'https://evil.example/api/info/',
  '//evil.example/api/info/',
  '/\\evil.example',
  '\\\\evil.example',
  'data:text/html,hello',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'api/info/',
  '/api/\ninfo/',
  '',
])('the address %j is refused', (address) => {
  expect(() => assertSafe(address)).toThrow('Unsafe URL rejected')
})
