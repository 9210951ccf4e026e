import { message } from '#contract/messages/message'
import { decodeAscii, textDecoder } from '#dicom/character-set'
import { readFile } from '#dicom/file'
import { orRefusal } from '#dicom/refusal'
import { documentKindOf } from '#dicom/sop-class'
import { readReport } from '#dicom/structured-report'
import { elementValues } from '#dicom/values'

import { dicomSupport } from './dicom-pixels.ts'
import type { FileRefusal } from './refusal.ts'

/**
 * Reads a DICOM document: an encapsulated PDF byte for byte, or a structured report as the JSON of its text.
 * Never throws: other content is returned as a refusal.
 */
export function readDocument(
  bytes: Uint8Array,
): { readonly ok: true; readonly bytes: Uint8Array } | FileRefusal {
  return orRefusal((): ReturnType<typeof readDocument> => {
    const { dataSet } = readFile(bytes, dicomSupport.inflate)
    if (dataSet.fault !== undefined) throw dataSet.fault
    const values = elementValues(dataSet, decodeAscii)
    const kind = documentKindOf(values.text('00080016'))
    if (kind === 'report') {
      const decode = textDecoder(values.texts('00080005'), dicomSupport.decodeBytes)
      return { ok: true, bytes: Buffer.from(JSON.stringify(readReport(dataSet, decode))) }
    }
    const pdf = kind === 'pdf' ? values.bytes('00420011') : undefined
    if (pdf === undefined || !startsAsPdf(pdf)) {
      return { ok: false, reason: 'malformed', detail: message('dicomFiles.noDocument') }
    }
    // The length is even: one byte of padding may follow.
    const [length = pdf.length] = values.numbers('00420015')
    return { ok: true, bytes: pdf.subarray(0, length) }
  })
}

function startsAsPdf(bytes: Uint8Array): boolean {
  return decodeAscii(bytes.subarray(0, 5)) === '%PDF-'
}
