import { expect, test } from 'vitest'

import { missingFiles } from './named-files.ts'

test('a page may name files by their whole path or its end, but no others', () => {
  const files = ['apps/server/src/platform/http/mount.ts', 'packages/retina/risk/risk.ts']
  const page =
    '`mount.ts` and `platform/http/mount.ts`, `retina/risk/risk.ts`, `unt.ts`, `risk/mount.ts`, `risk`'
  expect(missingFiles(page, files)).toEqual(['unt.ts', 'risk/mount.ts'])
})
