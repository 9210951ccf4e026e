import { mostStudies, type PacsCriteria, type PacsStudy } from '#contract/pacs-search'
import { parseDate, parseTime } from '#clock/dicom-time'
import { displayName, parsePersonName } from '#dicom/person-name'

import { isUid } from '../../../platform/dicom-network/uid.ts'
import { isWanted, type StudyValues } from './study-query.ts'

export type FoundStudy = Omit<PacsStudy, 'present'>

export interface FoundStudies {
  /** The latest first. */
  readonly studies: readonly FoundStudy[]
  readonly more: boolean
}

/** An archive that ignores the query may return everything it has. */
const mostAnswers = 2000

/** Gathers the answers to one search, each study once. */
export class StudyGathering {
  readonly #criteria: PacsCriteria
  readonly #studies = new Map<string, FoundStudy>()
  #answers = 0
  #isCut = false

  constructor(criteria: PacsCriteria) {
    this.#criteria = criteria
  }

  /** Whether there is more than is listed, so that no further answer is needed. */
  get isFull(): boolean {
    return this.#isCut || this.#studies.size > mostStudies || this.#answers >= mostAnswers
  }

  take(values: StudyValues): void {
    this.#answers++
    const study = readStudy(values)
    if (study !== undefined && isWanted(this.#criteria, values)) {
      this.#studies.set(study.study_uid, study)
    }
  }

  get isEmpty(): boolean {
    return this.#studies.size === 0
  }

  /** The studies for which the requested modality is unconfirmed. */
  get unclear(): string[] {
    if (this.#criteria.modality === undefined) return []
    const studies = [...this.#studies.values()]
    return studies.flatMap(({ study_uid: uid, modalities }) => (modalities.length === 0 ? uid : []))
  }

  /** The archive's report on a study that was unclear. */
  clear(uid: string, modalities: ReadonlySet<string>): void {
    const study = this.#studies.get(uid)
    if (study === undefined || modalities.size === 0) return
    if (!modalities.has(this.#criteria.modality ?? '')) this.#studies.delete(uid)
    else this.#studies.set(uid, { ...study, modalities: [...modalities] })
  }

  /** The archive has returned only as many as it is allowed to. */
  noteCut(): void {
    this.#isCut = true
  }

  get found(): FoundStudies {
    const inOrder = [...this.#studies.values()].toSorted(
      (a, b) => compare(momentOf(b), momentOf(a)) || compare(a.names[0] ?? '', b.names[0] ?? ''),
    )
    return { studies: inOrder.slice(0, mostStudies), more: this.isFull }
  }
}

function momentOf({ study_date: day, study_time: time }: FoundStudy): string {
  return `${day ?? ''} ${time ?? ''}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function readStudy({ text, texts }: StudyValues): FoundStudy | undefined {
  const uid = text('0020000D')
  if (!isUid(uid)) return undefined
  const instances = Number(text('00201208') ?? NaN)
  return {
    study_uid: uid,
    names: namesOf(text('00100010')),
    patientID: text('00100020') ?? '',
    birth_date: parseDate(text('00100030')) ?? null,
    sex: text('00100040') ?? '',
    study_date: parseDate(text('00080020')) ?? null,
    study_time: parseTime(text('00080030'))?.slice(0, 'hh:mm:ss'.length) ?? null,
    accession_number: text('00080050') ?? '',
    modalities: [...new Set(texts('00080061'))].filter((modality) => modality !== ''),
    description: text('00081030') ?? '',
    instances: Number.isSafeInteger(instances) ? instances : null,
  }
}

function namesOf(text: string | undefined): string[] {
  const name = parsePersonName(text ?? '')
  if (name === undefined) return []
  const groups = [name.alphabetic, name.ideographic, name.phonetic]
  const written = groups.map((alphabetic) =>
    displayName({ alphabetic, ideographic: '', phonetic: '' }, 'en'),
  )
  return [...new Set(written)].filter((each) => each !== '')
}
