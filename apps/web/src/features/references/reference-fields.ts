import { type ReferencedMeasure, SiteReference } from '#contract/references'

/** Values of a reference's inputs. */
export interface ReferenceFields {
  /** Identifies the row during editing. */
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

/** A new row, prefilled from the previous one. */
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

/** The reference in the inputs; null while they are incomplete. */
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

/** NaN for an empty input, which no reference accepts. */
function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
