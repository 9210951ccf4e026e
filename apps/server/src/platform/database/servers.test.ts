import { expect, test } from 'vitest'

import { serversOf } from './servers.ts'

test.each([
  ['postgres://one/fovea', ['postgres://one/fovea']],
  [
    'postgres://kim:a,b@one:5432,[::1]:5433/fovea?sslmode=require',
    [
      'postgres://kim:a,b@one:5432/fovea?sslmode=require',
      'postgres://kim:a,b@[::1]:5433/fovea?sslmode=require',
    ],
  ],
  ['postgres:///fovea?host=/run/postgresql', ['postgres:///fovea?host=/run/postgresql']],
])('%s names these servers', (address, servers) => {
  expect(serversOf(address)).toEqual(servers)
})
