import { sameMeasurement } from '#annotation/measurement'
import type * as wire from '#contract/annotations'
import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  saveAnnotatorData,
} from '#contract/annotations'
import type { Endpoint } from '#contract/endpoint'
import { type FieldValue, sameValue } from '#contract/fields/value'
import type { Measurement, Measurements } from '#contract/measurements'

import { CallError, unreachable } from '../../../api/call-error.ts'
import type { call as makeCall, CallInput } from '../../../api/call.ts'

type MeasurementChanges = Readonly<Record<string, Measurement | null>>
type Fate = 'request lost' | 'answer lost' | Error

/** Holds the annotations of one image behind the contract's calls, like the server. */
export class ContractServer {
  /** Default metadata of new annotations, as set in the dataset. */
  usualMetadata: wire.Annotation['metadata'] = {}
  /** The categories of the image as a whole. */
  readonly labels = new Set<number>()
  /** The agreed values of the image. */
  fields: Record<string, FieldValue> = {}
  measurements: Measurements = {}
  readonly stored = new Map<number, wire.Annotation>()
  /** The deleted annotations that the undo list offers. */
  readonly undoList: number[] = []
  /** Whether somebody has deleted the image with all its annotations. */
  imageIsDeleted = false
  /** The received calls, such as 'POST /api/annotation/'. */
  readonly arrived: string[] = []
  readonly #deleted = new Map<number, wire.Annotation>()
  readonly #saved = new Map<string, number>()
  readonly #fates: Fate[] = []
  #lastId = 0

  /** Sets the outcome of the next calls, in order. */
  next(...fates: Fate[]): void {
    this.#fates.push(...fates)
  }

  /** Replaces `call`. */
  readonly call = (async (endpoint: Endpoint, input: Record<string, unknown>) => {
    await Promise.resolve()
    const fate = this.#fates.shift()
    if (fate === 'request lost') throw unreachable(undefined)
    if (fate instanceof Error) throw fate
    if (this.imageIsDeleted) throw notFoundOf(endpoint)
    if (endpoint.path === getAnnotatorData.path) return {}
    this.arrived.push(`${endpoint.method} ${endpoint.path}`)
    const answer = this.#carryOut(endpoint, input)
    if (fate === 'answer lost') throw unreachable(undefined)
    return structuredClone(answer)
  }) as typeof makeCall

  #carryOut(endpoint: Endpoint, input: Record<string, unknown>): unknown {
    if (endpoint.path === createAnnotation.path) {
      return this.#create((input as CallInput<typeof createAnnotation>).body)
    }
    if (endpoint.path === saveAnnotatorData.path) {
      return this.#note((input as CallInput<typeof saveAnnotatorData>).body)
    }
    if (endpoint.method === deleteAnnotation.method) {
      const { params, query } = input as CallInput<typeof deleteAnnotation>
      this.#deleted.set(params.id, this.#current(params.id, query?.revision))
      if (query?.taken_back !== 'true') this.undoList.push(params.id)
      return this.stored.delete(params.id)
    }
    const { params, body } = input as CallInput<typeof changeAnnotation>
    return this.#change(params.id, body)
  }

  #note(input: unknown): unknown {
    const {
      id,
      fields = {},
      measurements = {},
      measurements_from: known = {},
      ...labels
    } = saveAnnotatorData.body.parse(input).image
    const { added_category_ids: added = [], removed_category_ids: removed = [] } = labels
    const isStale = Object.entries(fields).some(([key, { from, to }]) => {
      const current = this.fields[key] ?? null
      return !sameValue(current, from) && !sameValue(current, to)
    })
    if (isStale) {
      const current = { fields: this.fields }
      throw new CallError(409, { code: 'stale_revision', message: 'Stale.', current })
    }
    this.#refuseStale(measurements, known)
    for (const [key, { to }] of Object.entries(fields)) this.setField(key, to)
    for (const label of added) this.labels.add(label)
    for (const [name, measurement] of Object.entries(measurements)) {
      this.setMeasurement(name, measurement)
    }
    for (const label of removed) this.labels.delete(label)
    const image = {
      id,
      metadata: {},
      category_ids: [...this.labels],
      fields: this.fields,
      measurements: this.measurements,
    }
    return { image, annotations: [] }
  }

  #refuseStale(changes: MeasurementChanges, known: MeasurementChanges): void {
    const isStale = Object.entries(changes).some(([name, to]) => {
      const current = this.measurements[name] ?? null
      return name in known && !isSame(current, known[name] ?? null) && !isSame(current, to)
    })
    if (!isStale) return
    const current = { measurements: this.measurements }
    throw new CallError(409, { code: 'stale_revision', message: 'Stale.', current })
  }

  /** Sets a value of the image, as a colleague might; null removes it. */
  setField(key: string, value: FieldValue | null): void {
    const { [key]: _, ...others } = this.fields
    this.fields = value === null ? others : { ...others, [key]: value }
  }

  setMeasurement(name: string, measurement: Measurement | null): void {
    const { [name]: _, ...others } = this.measurements
    this.measurements = measurement === null ? others : { ...others, [name]: measurement }
  }

  #create(input: unknown): wire.Annotation {
    const { save_id, restores, ...body } = createAnnotation.body.parse(input)
    const earlier = this.#saved.get(save_id ?? '')
    if (earlier !== undefined) return this.#current(earlier)
    const before = this.#deleted.get(restores ?? 0)
    const metadata = { ...this.usualMetadata, ...body.metadata }
    const id = before ? this.#restore(before, body) : this.colleagueCreates({ ...body, metadata })
    if (save_id !== undefined) this.#saved.set(save_id, id)
    return this.#current(id)
  }

  #restore({ id, ...before }: wire.Annotation, content: Changes): number {
    this.#deleted.delete(id)
    const revision = before.revision + 1
    this.stored.set(id, { ...before, ...defined(content), id, revision })
    return id
  }

  #change(id: number, input: unknown): wire.Annotation {
    const { save_id, revision, ...changes } = changeAnnotation.body.parse(input)
    if (save_id !== undefined && this.#saved.get(save_id) === id) return this.#current(id)
    this.#current(id, revision)
    this.colleagueChanges(id, changes)
    if (save_id !== undefined) this.#saved.set(save_id, id)
    return this.#current(id)
  }

  #current(id: number, revision?: number): wire.Annotation {
    const current = this.stored.get(id)
    if (current === undefined) {
      throw new CallError(404, { code: 'not_found', message: 'This annotation does not exist.' })
    }
    if (revision !== undefined && revision !== current.revision) {
      throw new CallError(409, { code: 'stale_revision', message: 'Stale.', current })
    }
    return current
  }

  colleagueCreates(content: Changes = {}): number {
    this.#lastId += 1
    this.stored.set(this.#lastId, { ...fresh(this.#lastId), ...defined(content) })
    return this.#lastId
  }

  colleagueChanges(id: number, changes: Changes): void {
    const current = this.#current(id)
    const revision = current.revision + 1
    this.stored.set(id, { ...current, ...defined(changes), revision })
  }
}

/** The error for a call that names the image is about the image, else about the annotation. */
function notFoundOf({ path }: Endpoint): CallError {
  const noun = path.startsWith('/api/annotation/:') ? 'annotation' : 'image'
  const message = `There is no such ${noun}.`
  return new CallError(404, { code: 'not_found', message, key: `notFound.${noun}` })
}

function isSame(a: Measurement | null, b: Measurement | null): boolean {
  return a === null || b === null ? a === b : sameMeasurement(a, b)
}

type Changes = { readonly [Field in keyof wire.Annotation]?: wire.Annotation[Field] | undefined }

function defined(changes: Changes): Partial<wire.Annotation> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

function fresh(id: number): wire.Annotation {
  return {
    id,
    image_id: 1,
    category_id: 1,
    segmentation: [],
    lines: [],
    keypoints: [],
    isbbox: false,
    iscrowd: false,
    origin: { kind: 'manual', algorithms: [] },
    area: 0,
    bbox: [0, 0, 0, 0],
    color: null,
    metadata: {},
    fields: {},
    creator: 'jin',
    updated_by: 'jin',
    position: id,
    revision: 1,
    created_at: '2026-01-31T10:00:00.000Z',
    updated_at: '2026-01-31T10:00:00.000Z',
  }
}
