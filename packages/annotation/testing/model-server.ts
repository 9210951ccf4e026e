import type { Annotation, AnnotationId, ImageRecord } from '../document.ts'
import { emptyImageRecord, withLabel } from '../document.ts'
import type { FieldValue } from '../fields.ts'
import { withField } from '../fields.ts'
import { changedCells, fieldOf, withCells } from '../records.ts'
import type { AnnotationState, ImageState, SaveRequest, ServerState } from '../save.ts'

export type Answer =
  | { readonly kind: 'written'; readonly current: ServerState }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict'; readonly current: ServerState | null }

type ImageUpdate = Extract<SaveRequest, { serverId: null }>

/**
 * Stores records as the real server does: annotations by revisions, with one response per key; the
 * image's labels one by one, and its fields by comparing their old values.
 */
export class ModelServer {
  readonly #stored = new Map<number, AnnotationState>()
  readonly #answers = new Map<string, Answer>()
  image: ImageRecord = emptyImageRecord
  #lastId = 0

  get all(): ServerState[] {
    return [...this.annotations, this.imageState]
  }

  get annotations(): AnnotationState[] {
    return [...this.#stored.values()]
  }

  get imageState(): ImageState {
    return { serverId: null, revision: null, content: this.image }
  }

  get(serverId: number): AnnotationState | null {
    return this.#stored.get(serverId) ?? null
  }

  receive(request: SaveRequest): Answer {
    if (request.kind === 'update' && request.serverId === null) return this.#note(request)
    const answer = this.#answers.get(request.key) ?? this.#carryOut(request)
    this.#answers.set(request.key, answer)
    return answer
  }

  #note({ base, content }: ImageUpdate): Answer {
    const changes = changedCells(base, content)
    const stands = new Set(changedCells(base, this.image))
    const differs = new Set(changedCells(content, this.image))
    if (changes.some((cell) => fieldOf(cell) !== null && stands.has(cell) && differs.has(cell))) {
      const seen = { ...this.image, labels: base.labels }
      return { kind: 'conflict', current: { ...this.imageState, content: seen } }
    }
    this.image = withCells(this.image, changes, content)
    return { kind: 'written', current: this.imageState }
  }

  #carryOut(request: Exclude<SaveRequest, ImageUpdate>): Answer {
    if (request.kind === 'create') return this.#put(++this.#lastId, request.content)
    const current = this.get(request.serverId)
    if (current?.revision !== request.revision) return { kind: 'conflict', current }
    if (request.kind === 'update') return this.#put(request.serverId, request.content)
    this.#stored.delete(request.serverId)
    return { kind: 'deleted' }
  }

  #put(serverId: number, sent: Annotation): Answer {
    const revision = (this.get(serverId)?.revision ?? 0) + 1
    const content = { ...sent, id: idOnServer(serverId) }
    const current = { serverId, revision, content }
    this.#stored.set(serverId, current)
    return { kind: 'written', current }
  }

  /** A colleague's change; null deletes. */
  change(serverId: number, change: Partial<Annotation> | null): void {
    const current = this.get(serverId)
    if (current === null) return
    if (change === null) this.#stored.delete(serverId)
    else this.#put(serverId, { ...current.content, ...change })
  }

  /** A colleague's new annotation. */
  create(content: Annotation): number {
    this.#put(++this.#lastId, content)
    return this.#lastId
  }

  /** A colleague's value of a field of the image. */
  setField(key: string, value: FieldValue | null): void {
    this.image = { ...this.image, fields: withField(this.image.fields, key, value) }
  }

  /** A colleague's label of the image, or one less. */
  setLabel(label: number, isGiven: boolean): void {
    this.image = withLabel(this.image, label, isGiven)
  }
}

/** The editor's id for an annotation that was read from the server. */
function idOnServer(serverId: number): AnnotationId {
  return `server-${serverId}`
}
