import { type CarriedWork, carriedWork } from '#annotation/carried-work'
import {
  addAnnotation,
  deleteAnnotations,
  setColor,
  setGeometry,
  setImageField,
  setLabel,
} from '#annotation/commands'
import { documentOf, emptyAnnotation } from '#annotation/document'
import { Editor } from '#annotation/editor'
import type { FieldValue, FieldValues } from '#annotation/fields'
import { saveStatus } from '#annotation/save'
import type { CarryOut } from '#annotation/reshaping'
import type { MultiPolygon } from '#geometry/polygon'

import { SaveLoop } from '../saving/save-loop.ts'
import { sendSaveBy } from '../saving/send-save.ts'
import type { UnsavedStore } from '../saving/unsaved-store.ts'
import { idOnServer, imageStateOf, type Read, serverStateOf } from '../wire.ts'
import type { ContractServer } from './contract-server.ts'

const quick = { edit: 1, firstRetry: 5, longestRetry: 20 }

/** Stores unsaved work in memory, by value like a browser's database. */
export function storeInMemory(): UnsavedStore {
  let kept: unknown = null
  return {
    read: () => Promise.resolve(structuredClone(kept)),
    write(journal) {
      const { entries, drawings } = journal
      const isEmpty = entries.length + drawings.length === 0
      kept = isEmpty ? null : structuredClone(journal)
      return Promise.resolve()
    },
  }
}

function readFromServer({ stored, labels, fields, measurements }: ContractServer): Read {
  return {
    annotations: [...stored.values()].map(serverStateOf),
    image: imageStateOf({
      category_ids: [...labels],
      fields: structuredClone(fields),
      measurements: structuredClone(measurements),
    }),
  }
}

/** A person who annotates an image of 200 by 100 pixels; the test decides when the server answers. */
export async function sitDown(
  server: ContractServer,
  store: UnsavedStore = storeInMemory(),
  carryOut: CarryOut = ({ base, baseLines }) => ({ geometry: base, lines: baseLines }),
  carried: CarriedWork | null = null,
): Promise<Desk> {
  const read = readFromServer(server)
  const frame = { id: 1, width: 200, height: 100 }
  const contents = read.annotations.map(({ content }) => content)
  const editor = new Editor({
    document: documentOf(frame, [], contents, read.image.content),
    carryOut,
    carryOutRework: ({ shapes }) => shapes.map((shape) => [shape]),
    newAnnotation: (document, categoryId) =>
      emptyAnnotation(document, { id: crypto.randomUUID(), categoryId }),
    onFailure: () => undefined,
    ...(carried !== null && { history: carried.history }),
  })
  const loop = new SaveLoop({
    editor,
    send: sendSaveBy(server.call, 1),
    store,
    opened: { ...read, journal: await store.read() },
    pauses: quick,
    ...(carried !== null && { formerIds: carried.formerIds }),
  })
  if (carried !== null) editor.resume(carried.drafts)
  return new Desk(editor, loop, server)
}

export class Desk {
  readonly editor: Editor
  readonly loop: SaveLoop
  readonly #server: ContractServer

  constructor(editor: Editor, loop: SaveLoop, server: ContractServer) {
    this.editor = editor
    this.loop = loop
    this.#server = server
  }

  get status(): string {
    return saveStatus(this.loop.ledger).status
  }

  get ids(): string[] {
    return [...this.editor.state.document.annotations.keys()]
  }

  create(id: string, geometry: MultiPolygon): void {
    const annotation = emptyAnnotation(this.editor.state.document, { id, categoryId: 1 })
    this.editor.change('create', addAnnotation({ ...annotation, geometry }))
  }

  draw(id: string, geometry: MultiPolygon): void {
    this.editor.change('draw', setGeometry(id, geometry, false))
  }

  colour(id: string, color: string): void {
    this.editor.change('colour', setColor(id, color))
  }

  click(x: number, y: number): void {
    const held = { shift: false, alt: false, ctrl: false }
    const pointer = { at: { x, y }, pressure: 0.5, pointerType: 'mouse', ...held } as const
    this.editor.pointerDown(pointer)
    this.editor.pointerUp(pointer)
  }

  get labels(): number[] {
    return [...this.editor.state.document.imageRecord.labels]
  }

  label(category: number, isGiven: boolean): void {
    this.editor.change('label', setLabel(category, isGiven))
  }

  get fields(): FieldValues {
    return this.editor.state.document.imageRecord.fields
  }

  setField(key: string, value: FieldValue | null): void {
    this.editor.change('field', setImageField(key, value))
  }

  delete(id: string): void {
    this.editor.change('delete', deleteAnnotations([id]))
  }

  /** Closes the image. Returns the history with which the next desk continues to undo. */
  leave(): CarriedWork {
    this.loop.stop()
    return carriedWork(this.editor.state, this.loop.ledger, idOnServer)
  }

  /** Reads the image's annotations again, as after a live event. */
  refresh(begunAt = performance.now()): void {
    this.loop.adopt(readFromServer(this.#server), begunAt)
  }
}

export function aSquare(x: number, y: number, side: number): MultiPolygon {
  return [{ outer: [x, y, x + side, y, x + side, y + side, x, y + side], holes: [] }]
}
