import { expect, test } from 'vitest'

import type { Editor } from '#annotation/editor'
import { usualLook, usualLooks } from '#annotation/looks'
import type { AnalysisResult } from '#contract/analysis'
import type { MultiPolygon } from '#geometry/polygon'

import { aSquare } from '../testing/desk.ts'
import { ContractServer } from '../testing/contract-server.ts'
import { openDesk } from '../testing/open-desk.ts'
import type { CommandContext } from '../commands/command.ts'
import { turnIntoAnnotations } from './result-annotation.ts'

/** Turns areas of a result, which are found at these pieces, into annotations of category 1. */
async function turn(editor: Editor, pieces: MultiPolygon): Promise<void> {
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
}

test('the pieces of a result lie above one another in their order, each at a place of its own', async () => {
  const { editor } = await openDesk(new ContractServer())
  const pieces = Array.from({ length: 9 }, (_, i) => aSquare(10 * i, 10, 5)).flat()
  await turn(editor, pieces)
  const made = [...editor.state.document.annotations.values()]
  expect(made.map(({ geometry: [piece] }) => piece)).toEqual(pieces)
  const places = made.map(({ position }) => Math.floor(position))
  expect(places).toEqual(places.map((_, i) => (places[0] ?? 0) + i))
})

test('the selection stays if the category is locked', async () => {
  const desk = await openDesk(new ContractServer())
  desk.create('mine', aSquare(50, 50, 5))
  desk.editor.select('mine')
  const categories = new Map([[1, { ...usualLook, isLocked: true }]])
  desk.editor.setView({ looks: { ...usualLooks, categories } })
  await turn(desk.editor, aSquare(10, 10, 5))
  expect(desk.ids).toEqual(['mine'])
  expect(desk.editor.state.selected).toEqual(['mine'])
})
