import { expect, test } from 'vitest'

import type { AnalysisResult } from '#contract/analysis'

import { aSquare } from '../testing/desk.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { openDesk } from '../testing/open-desk.ts'
import type { CommandContext } from '../commands/command.ts'
import { turnIntoAnnotations } from './result-annotation.ts'

test('the pieces of a result lie above one another in their order, each at a place of its own', async () => {
  const { editor } = await openDesk(new ContractServer())
  const pieces = Array.from({ length: 9 }, (_, i) => aSquare(10 * i, 10, 5)).flat()
  const context = {
    annotator: { editor, areaOfPicture: () => Promise.resolve(pieces) },
    data: { dataset: { default_annotation_metadata: {} } },
    username: 'kim',
  } as unknown as CommandContext
  const model = { name: 'lesions', version: '1' }
  const result = { id: 3, kind: 'lesions', model, parts: ['haemorrhages'] }
  await turnIntoAnnotations(
    {
      result: result as unknown as AnalysisResult,
      categories: new Map([['haemorrhages', 1]]),
      inPieces: true,
    },
    context,
  )
  const made = [...editor.state.document.annotations.values()]
  expect(made.map(({ geometry: [piece] }) => piece)).toEqual(pieces)
  const places = made.map(({ position }) => Math.floor(position))
  expect(places).toEqual(places.map((_, i) => (places[0] ?? 0) + i))
})
