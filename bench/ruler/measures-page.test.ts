import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { measureNames, regionMeasureNames } from '#retina/eye-measures'

test('the page of measures defines every measure by its key', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/measures.md'), 'utf8')
  for (const name of [...measureNames, ...regionMeasureNames]) expect(page).toContain(`\`${name}\``)
})
