import { faultMessage, type FaultMessages } from '#contract/messages/fault-messages'
import { message, type Message } from '#contract/messages/message'
import type { Fault, JpegFault, Refusal, RleFault } from '#dicom/refusal'

const damaged = (why: Message): Message => message('dicomFiles.damaged', { why })

/** User-facing message for the refusal of a DICOM file. */
export function refusalMessage({ reason, fault }: Refusal): Message {
  // The name of a SOP class is not translated.
  const detail = fault.kind === 'no_picture' ? fault.sopClass : faultMessage(faultMessages, fault)
  return message(`files.${reason}`, { detail })
}

const faultMessages: FaultMessages<Exclude<Fault, { readonly kind: 'no_picture' }>> = {
  not_dicom: () => message('dicomFiles.notDicom'),
  directory: ({ count }) => message('files.listsFiles', { count }),
  cut_tag: () => message('dicomFiles.cutInTag'),
  cut_item: () => message('dicomFiles.cutInItem'),
  cut_element: ({ tag }) => message('dicomFiles.cut', { what: tag }),
  cut_pixels: () => message('dicomFiles.cutInPixels'),
  deflated: () => message('dicomFiles.deflated'),
  no_item: ({ tag }) => damaged(message('dicomFiles.noItem', { tag })),
  no_fragment: ({ tag }) => damaged(message('dicomFiles.noFragment', { tag })),
  no_size: () => message('dicomFiles.noSize'),
  no_frame: ({ number }) => message('dicomFiles.noFrame', { number }),
  encapsulated: () => message('dicomFiles.encapsulated'),
  plain: () => message('dicomFiles.plain'),
  rle: ({ why }) => message('dicomFiles.rle', { why: faultMessage(rleMessages, why) }),
  jpeg: ({ why }) => message('dicomFiles.jpeg', { why: faultMessage(jpegMessages, why) }),
  jpeg_size: ({ inJpeg, inFile }) =>
    message('dicomFiles.jpegSize', {
      jpegColumns: inJpeg.columns,
      jpegRows: inJpeg.rows,
      jpegColours: inJpeg.colours,
      ...inFile,
    }),
  elements: ({ most }) => message('dicomFiles.elements', { most }),
  nesting: ({ most }) => message('dicomFiles.nesting', { most }),
  size: ({ columns, rows, longestSide }) =>
    message('dicomFiles.tooLarge', { columns, rows, side: longestSide }),
  syntax: ({ name }) => message('dicomFiles.syntax', { name }),
  jpeg_process: ({ process, bits }) =>
    message('dicomFiles.jpegProcess', { process: process.toString(16), bits }),
  not_as_announced: () => damaged(message('dicomFiles.notAsAnnounced')),
  bits: ({ stored, allocated, high }) => message('dicomFiles.bits', { stored, allocated, high }),
  samples: ({ photometric, samples }) => message('dicomFiles.samples', { photometric, samples }),
  palette: () => message('dicomFiles.palette'),
  rle_of_bits: () => message('dicomFiles.rleOfBits'),
  single_bits: () => message('dicomFiles.singleBits'),
  ybr_422: () => message('dicomFiles.ybr422'),
}

const rleMessages: FaultMessages<RleFault> = {
  segments: ({ announced, due }) => message('dicomFiles.rleSegments', { announced, due }),
  header: () => message('dicomFiles.rleHeader'),
  outside: () => message('dicomFiles.rleOutside'),
  early: () => message('dicomFiles.rleEarly'),
}

const jpegMessages: FaultMessages<JpegFault> = {
  bits: ({ bits }) => message('dicomFiles.jpegBits', { bits }),
  codes: () => message('dicomFiles.jpegCodes'),
  code: () => message('dicomFiles.jpegCode'),
  restart: () => message('dicomFiles.jpegRestart'),
  early: () => message('dicomFiles.jpegEarly'),
  colour: () => message('dicomFiles.jpegColour'),
  difference: () => message('dicomFiles.jpegDifference'),
  table: () => message('dicomFiles.jpegTable'),
  block: () => message('dicomFiles.jpegBlock'),
  start: () => message('dicomFiles.jpegStart'),
  segment: () => message('dicomFiles.jpegSegment'),
  no_header: () => message('dicomFiles.jpegNoHeader'),
  predictor: () => message('dicomFiles.jpegPredictor'),
  within_line: () => message('dicomFiles.jpegWithinLine'),
  scans: () => message('dicomFiles.jpegScans'),
  no_data: () => message('dicomFiles.jpegNoData'),
  cut: () => message('dicomFiles.jpegCut'),
  subsampled: () => message('dicomFiles.jpegSubsampled'),
}
