import type { Annotation, AnnotationId } from '../document.ts'
import type { SaveRequest, ServerState } from '../save.ts'

export type Answer =
  | { readonly kind: 'written'; readonly serverId: number; readonly revision: number }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'conflict'; readonly current: ServerState | null }

/** Keeps annotations as the product's server does: by revisions, and each key answered once. */
export class ModelServer {
  readonly #stored = new Map<number, ServerState>()
  readonly #answers = new Map<string, Answer>()
  #lastId = 0

  get all(): ServerState[] {
    return [...this.#stored.values()]
  }

  get(serverId: number): ServerState | null {
    return this.#stored.get(serverId) ?? null
  }

  receive(request: SaveRequest): Answer {
    const answer = this.#answers.get(request.key) ?? this.#carryOut(request)
    this.#answers.set(request.key, answer)
    return answer
  }

  #carryOut(request: SaveRequest): Answer {
    if (request.kind === 'create') return this.#put(++this.#lastId, request.content)
    const current = this.get(request.serverId)
    if (current?.revision !== request.revision) return { kind: 'conflict', current }
    if (request.kind === 'update') return this.#put(request.serverId, request.content)
    this.#stored.delete(request.serverId)
    return { kind: 'deleted' }
  }

  #put(serverId: number, content: Annotation): Answer {
    const revision = (this.get(serverId)?.revision ?? 0) + 1
    this.#stored.set(serverId, {
      serverId,
      revision,
      content: { ...content, id: idOnServer(serverId) },
    })
    return { kind: 'written', serverId, revision }
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
}

/** The editor's id for an annotation that was read from the server. */
function idOnServer(serverId: number): AnnotationId {
  return `server-${serverId}`
}
