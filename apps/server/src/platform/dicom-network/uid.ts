export const applicationContext = '1.2.840.10008.3.1.1.1'

export const sopClasses = {
  verification: '1.2.840.10008.1.1',
  findWorklist: '1.2.840.10008.5.1.4.31',
  findStudies: '1.2.840.10008.5.1.4.1.2.2.1',
  moveStudies: '1.2.840.10008.5.1.4.1.2.2.2',
  getStudies: '1.2.840.10008.5.1.4.1.2.2.3',
  storageCommitment: '1.2.840.10008.1.20.1',
} as const

/** The well-known instance UID of storage commitment (PS3.4 J.3.5). */
export const storageCommitmentInstance = '1.2.840.10008.1.20.1.1'

export const transferSyntaxes = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
} as const

/** Uncompressed, or compressed without loss: .70, .80, .90 and RLE. */
export const losslessSyntaxes: readonly string[] = [
  transferSyntaxes.explicitLittleEndian,
  transferSyntaxes.implicitLittleEndian,
  '1.2.840.10008.1.2.2',
  '1.2.840.10008.1.2.1.99',
  '1.2.840.10008.1.2.4.70',
  '1.2.840.10008.1.2.4.80',
  '1.2.840.10008.1.2.4.90',
  '1.2.840.10008.1.2.5',
]

/** Every transfer syntax in which objects are received. */
export const storedSyntaxes: readonly string[] = [
  ...losslessSyntaxes,
  '1.2.840.10008.1.2.4.50',
  '1.2.840.10008.1.2.4.51',
  '1.2.840.10008.1.2.4.57',
  '1.2.840.10008.1.2.4.81',
  '1.2.840.10008.1.2.4.91',
  '1.2.840.10008.1.2.4.201',
  '1.2.840.10008.1.2.4.202',
  '1.2.840.10008.1.2.4.203',
]

/** Classes to retrieve: photographs, ophthalmic and general, and secondary captures. */
export const photographClasses: readonly string[] = [
  '1.2.840.10008.5.1.4.1.1.77.1.5.1',
  '1.2.840.10008.5.1.4.1.1.77.1.5.2',
  '1.2.840.10008.5.1.4.1.1.77.1.5.5',
  '1.2.840.10008.5.1.4.1.1.77.1.5.6',
  '1.2.840.10008.5.1.4.1.1.77.1.4',
  '1.2.840.10008.5.1.4.1.1.7',
  '1.2.840.10008.5.1.4.1.1.7.4',
]

/** Whether a text is a UID that may become part of a file's name (PS3.5 chapter 9). */
export function isUid(text: string | undefined): text is string {
  return text !== undefined && text.length <= 64 && /^\d+(\.\d+)+$/.test(text)
}
