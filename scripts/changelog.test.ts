import { expect, test } from 'vitest'

import { versionFault } from './changelog.ts'

const released = '# Changelog\n\n## [Unreleased]\n\n## [1.9.0] - 2026-01-31\n\n- First.\n'
const changed = released.replace('[Unreleased]\n', '[Unreleased]\n\n### Added\n\n- More.\n')

test.each([
  ['1.9.0', released],
  ['1.10.0-dev', changed],
  ['2.0.0-dev', changed],
])('%s agrees with the changelog', (version, changelog) => {
  expect(versionFault(version, changelog)).toBeNull()
})

test.each([
  ['1.8.0', released, 'ends with 1.9.0'],
  ['1.10.0-dev', released, 'ends with 1.9.0'],
  ['1.9.0', changed, 'changes since 1.9.0'],
  ['1.10.0', changed, 'changes since 1.9.0'],
  ['1.9.0-dev', changed, 'changes since 1.9.0'],
  ['1.0.0', '# Changelog\n', 'lists no release'],
])('%s does not agree', (version, changelog, reason) => {
  expect(versionFault(version, changelog)).toContain(reason)
})
