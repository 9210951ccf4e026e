import { expect, test } from 'vitest'

import { uuidV5 } from './identity.ts'
import { sha1 } from './testing/made-message.ts'

test('ids are UUIDs of version 5', () => {
  // RFC 9562, appendix A.4.
  expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com', sha1)).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
