import { elementsOf, type Attributes } from './attributes.ts'
import { explicitLittleEndian } from './transfer-syntax.ts'
import {
  concatenate,
  writeElements,
  type ElementSource,
  type WriteOptions,
} from './write-elements.ts'

/** Identifies Fovea in files and on the network (PS3.7 D.3.3.2), by a UUID. */
export const implementation = {
  classUid: '2.25.53623147470649632796184574571091313280',
  versionName: 'FOVEA_1',
} as const

/** The object in a file, for the file meta information (PS3.10 section 7.1). */
export interface FileObject {
  readonly sopClassUid: string
  readonly sopInstanceUid: string
  readonly transferSyntaxUid: string
  /** The application entity that sent the object over the network. */
  readonly sourceAeTitle?: string
}

/** The bytes of a data set alone, as for the identifier of a query. */
export function writeDataSet(attributes: Attributes, options: WriteOptions = {}): Uint8Array {
  return writeElements(elementsOf(attributes), options)
}

/** The bytes of a DIMSE command set, with its group length (PS3.7 6.3.1). */
export function writeCommandSet(attributes: Attributes): Uint8Array {
  const options = { encoding: 'implicit-little' } as const
  const content = writeDataSet(attributes, options)
  return concatenate([writeDataSet({ CommandGroupLength: content.length }, options), content])
}

/** The start of a file, before the data set: preamble, prefix and file meta information. */
export function fileHeader(object: FileObject): Uint8Array {
  const meta = writeDataSet({
    FileMetaInformationVersion: Uint8Array.of(0, 1),
    MediaStorageSOPClassUID: object.sopClassUid,
    MediaStorageSOPInstanceUID: object.sopInstanceUid,
    TransferSyntaxUID: object.transferSyntaxUid,
    ImplementationClassUID: implementation.classUid,
    ImplementationVersionName: implementation.versionName,
    SourceApplicationEntityTitle: object.sourceAeTitle,
  })
  const length = writeDataSet({ FileMetaInformationGroupLength: meta.length })
  const mark = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0))
  return concatenate([new Uint8Array(128), mark, length, meta])
}

/** A DICOM file in explicit little endian, or with frames of the syntax that `object` names. */
export function writeFile(object: FileObject, elements: readonly ElementSource[]): Uint8Array {
  return concatenate([fileHeader(object), writeElements(elements)])
}

/** An object as a file; its pixels must be as the transfer syntax says. */
export function writeObject(
  attributes: Attributes,
  transferSyntaxUid: string = explicitLittleEndian,
): Uint8Array {
  const [sopClassUid, sopInstanceUid] = [attributes.SOPClassUID, attributes.SOPInstanceUID]
  return writeFile(
    { sopClassUid: String(sopClassUid), sopInstanceUid: String(sopInstanceUid), transferSyntaxUid },
    elementsOf(attributes),
  )
}
