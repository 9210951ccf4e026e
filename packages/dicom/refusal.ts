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

/** Faults of the JPEG picture of a frame. */
export type JpegFault =
  | { readonly kind: 'bits'; readonly bits: number }
  | {
      readonly kind:
        | 'codes'
        | 'code'
        | 'restart'
        | 'early'
        | 'colour'
        | 'difference'
        | 'table'
        | 'block'
        | 'start'
        | 'segment'
        | 'no_header'
        | 'predictor'
        | 'within_line'
        | 'scans'
        | 'no_data'
        | 'cut'
        | 'subsampled'
    }

/** Faults of the run-length encoded picture of a frame. */
export type RleFault =
  | { readonly kind: 'segments'; readonly announced: number; readonly due: number }
  | { readonly kind: 'header' | 'outside' | 'early' }

/** Faults of a file, with the numbers and names for a precise message. */
export type Fault =
  | { readonly kind: 'not_dicom' }
  | { readonly kind: 'directory'; readonly count: number }
  | { readonly kind: 'cut_tag' }
  | { readonly kind: 'cut_item' }
  | { readonly kind: 'cut_element'; readonly tag: string }
  | { readonly kind: 'cut_pixels' }
  | { readonly kind: 'deflated' }
  | { readonly kind: 'no_item'; readonly tag: string }
  | { readonly kind: 'no_fragment'; readonly tag: string }
  | { readonly kind: 'no_size' }
  | { readonly kind: 'no_frame'; readonly number: number }
  | { readonly kind: 'encapsulated' }
  | { readonly kind: 'plain' }
  | { readonly kind: 'rle'; readonly why: RleFault }
  | { readonly kind: 'jpeg'; readonly why: JpegFault }
  | {
      readonly kind: 'jpeg_size'
      readonly inJpeg: { readonly columns: number; readonly rows: number; readonly colours: number }
      readonly inFile: { readonly columns: number; readonly rows: number; readonly colours: number }
    }
  | { readonly kind: 'elements'; readonly most: number }
  | { readonly kind: 'nesting'; readonly most: number }
  | {
      readonly kind: 'size'
      readonly columns: number
      readonly rows: number
      readonly longestSide: number
    }
  | { readonly kind: 'no_picture'; readonly sopClass: string }
  | { readonly kind: 'syntax'; readonly name: string }
  /** `process` is the second byte of the JPEG's frame header marker, for example 0xc9. */
  | { readonly kind: 'jpeg_process'; readonly process: number; readonly bits: number }
  | { readonly kind: 'not_as_announced' }
  | {
      readonly kind: 'bits'
      readonly stored: number
      readonly allocated: number
      readonly high: number
    }
  | { readonly kind: 'samples'; readonly photometric: string; readonly samples: number }
  | { readonly kind: 'palette' }
  | { readonly kind: 'rle_of_bits' }
  | { readonly kind: 'single_bits' }
  | { readonly kind: 'ybr_422' }

const reasons: Readonly<Record<Fault['kind'], RefusalReason>> = {
  not_dicom: 'not_dicom',
  directory: 'directory',
  cut_tag: 'truncated',
  cut_item: 'truncated',
  cut_element: 'truncated',
  cut_pixels: 'truncated',
  deflated: 'malformed',
  no_item: 'malformed',
  no_fragment: 'malformed',
  no_size: 'malformed',
  no_frame: 'malformed',
  encapsulated: 'malformed',
  plain: 'malformed',
  rle: 'malformed',
  jpeg: 'malformed',
  jpeg_size: 'malformed',
  elements: 'too_complex',
  nesting: 'too_complex',
  size: 'too_large',
  no_picture: 'no_pixels',
  syntax: 'unsupported_transfer_syntax',
  jpeg_process: 'unsupported_transfer_syntax',
  not_as_announced: 'unsupported_transfer_syntax',
  bits: 'unsupported_pixels',
  samples: 'unsupported_pixels',
  palette: 'unsupported_pixels',
  rle_of_bits: 'unsupported_pixels',
  single_bits: 'unsupported_pixels',
  ybr_422: 'unsupported_pixels',
}

/** A refusal as a result: the reason, and the fault behind it. */
export interface Refusal {
  readonly ok: false
  readonly reason: RefusalReason
  readonly fault: Fault
}

/** The refusal of a file with this fault. */
export function refusal(fault: Fault): Refusal {
  return { ok: false, reason: reasons[fault.kind], fault }
}

/** A refusal on its way up to the exported function that returns it; it never leaves there. */
export class RefusalError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.kind)
    this.fault = fault
  }
}

/** Runs `act` and turns a RefusalError that it throws into the refusal. */
export function orRefusal<Result>(act: () => Result): Result | Refusal {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return refusal(error.fault)
  }
}
