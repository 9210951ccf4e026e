/** Why bytes do not become an instance or a picture. */
export type RefusalReason =
  | 'not_dicom'
  | 'directory'
  | 'truncated'
  | 'malformed'
  | 'too_complex'
  | 'too_large'
  | 'no_pixels'
  | 'unsupported_transfer_syntax'
  | 'unsupported_pixels'

/** A refusal as a result; `detail` is a sentence for the person who brought the file. */
export interface Refusal {
  readonly ok: false
  readonly reason: RefusalReason
  readonly detail: string
}

/** A refusal on its way up to the exported function that returns it; it never leaves there. */
export class RefusalError extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** Runs `act` and turns a RefusalError that it throws into the refusal. */
export function orRefusal<Result>(act: () => Result): Result | Refusal {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { ok: false, reason: error.reason, detail: error.message }
  }
}
