import { type ReferencedMeasure, SiteReference } from '#contract/references'

/** What the inputs of a reference hold. */
export interface ReferenceFields {
  /** Tells rows apart while they are edited. */
  readonly key: number
  readonly measure: ReferencedMeasure
  readonly sex: 'both' | 'female' | 'male'
  readonly age_from: string
  readonly age_to: string
  readonly mean: string
  readonly sd: string
  readonly n: string
  readonly source: string
}

export function fieldsOf(reference: SiteReference, key: number): ReferenceFields {
  return {
    key,
    measure: reference.measure,
    sex: reference.sex ?? 'both',
    age_from: String(reference.age_from),
    age_to: String(reference.age_to),
    mean: String(reference.mean),
    sd: String(reference.sd),
    n: String(reference.n),
    source: reference.source,
  }
}

/** A new row, which begins as the one before it. */
export function rowAfter(last: ReferenceFields | undefined, key: number): ReferenceFields {
  const empty = { age_from: '', age_to: '', mean: '', sd: '', n: '' }
  return {
    measure: last?.measure ?? 'crae',
    sex: last?.sex ?? 'both',
    source: last?.source ?? '',
    ...empty,
    key,
  }
}

/** The reference that the inputs state; null while they state none. */
export function referenceIn({ key: _key, sex, ...fields }: ReferenceFields): SiteReference | null {
  const stated = {
    measure: fields.measure,
    sex: sex === 'both' ? null : sex,
    age_from: numberIn(fields.age_from),
    age_to: numberIn(fields.age_to),
    mean: numberIn(fields.mean),
    sd: numberIn(fields.sd),
    n: numberIn(fields.n),
    source: fields.source,
  }
  return SiteReference.safeParse(stated).data ?? null
}

/** NaN, which no reference has, of an empty input. */
function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
