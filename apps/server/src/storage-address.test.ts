import { expect, test } from 'vitest'

import { StorageAddress } from './storage-address.ts'

test('reads bucket, prefix, region and endpoint', () => {
  const address = StorageAddress.parse(
    's3://eyes.example/clinic/a%20b/?region=eu-central-1&endpoint=https://store.example.org:9000',
  )
  expect(address).toEqual({
    bucket: 'eyes.example',
    prefix: 'clinic/a b/',
    region: 'eu-central-1',
    endpoint: 'https://store.example.org:9000',
  })
  const whole = { bucket: 'eyes', prefix: '', region: undefined, endpoint: undefined }
  expect(StorageAddress.parse('s3://eyes')).toEqual(whole)
})

test.each([
  ['https://eyes.example.org', 'like s3://bucket'],
  ['s3://', 'names no bucket'],
  ['s3://Eyes', 'names no bucket'],
  ['s3://key:secret@eyes', 'must not contain keys'],
  ['s3://eyes?endpont=https://a', 'not endpont'],
  ['s3://eyes?endpoint=store.example.org', 'no address'],
  ['s3://eyes/.hidden', 'hidden'],
])('refuses %s', (text, why) => {
  expect(StorageAddress.safeParse(text).error?.message).toContain(why)
})
