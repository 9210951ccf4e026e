import { expect, test } from 'vitest'

import { tableOfRequirements } from './requirements-table.ts'

test('each requirement leads to the files of its tests', () => {
  const checklist = {
    1: {
      name: 'Default deny',
      proofs: [
        ['tests/trust/access.test.ts', 'nothing else answers'],
        ['docs/examples/call.test.ts', 'a call'],
      ] as const,
    },
  }
  expect(tableOfRequirements(checklist, 'docs').split('\n')).toEqual([
    '| | Requirement | Tests |',
    '| --- | --- | --- |',
    '| 1 | Default deny | [access.test.ts](../tests/trust/access.test.ts), [call.test.ts](examples/call.test.ts) |',
  ])
})
