import { expect, test } from 'vitest'

import { ConfigError, loadConfig } from './config.ts'

test.each([
  ['PUBLIC_URL', 'fovea.example.org'],
  ['PUBLIC_URL', 'ftp://fovea.example.org'],
  ['HELP_URL', 'javascript:alert(1)'],
  ['IMAGE_SOURCE', 'aaa'],
  ['DATABASE_URL', 'mysql://localhost/fovea'],
])('%s=%s is refused at start, by its name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => loadConfig({ [name]: value })).toThrow(`${name}=${value} is an address`)
})
