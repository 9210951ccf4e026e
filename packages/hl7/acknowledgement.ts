import { valueOf, type Hl7Message, type Segment } from './message.ts'

/** A receiver's acknowledgement of a message. */
export interface Acknowledgement {
  /** Control id of the acknowledged message. */
  readonly controlId: string
  /** AA, AE, AR, CA, CE or CR (HL7 table 0008); empty if missing. */
  readonly code: string
  /** The first error that it names (HL7 table 0357); null if it names none. */
  readonly error: string | null
  /** Whether a retry would be refused too, because the content is wrong. */
  readonly isFinal: boolean
}

const accepting: ReadonlySet<string> = new Set(['AA', 'CA'])
/** Severities below errors: warnings and information (HL7 table 0516). */
const harmless: ReadonlySet<string> = new Set(['W', 'I'])
/** Range of errors about the content; other errors may be transient (HL7 table 0357). */
const ofContent = { least: 100, most: 205 } as const

/** Reads an acknowledgement (HL7 v2, 2.14.8); undefined if the message has no MSA. */
export function acknowledgementOf(message: Hl7Message): Acknowledgement | undefined {
  const answer = message.find(({ name }) => name === 'MSA')
  if (answer === undefined) return undefined
  const code = valueOf(answer, 1)
  const errors = message
    .filter(({ name }) => name === 'ERR')
    .filter((error) => !harmless.has(valueOf(error, 4)))
    .map(errorCode)
  const codes = [...errors, valueOf(answer, 6)].filter((each) => /^\d+$/.test(each))
  return {
    controlId: valueOf(answer, 2),
    code,
    error: codes[0] ?? null,
    isFinal: !accepting.has(code) && codes.some(isOfContent),
  }
}

export function isAccepted({ code }: Acknowledgement): boolean {
  return accepting.has(code)
}

/** ERR-3, or the fourth component of ERR-1, as versions before 2.5 write it. */
function errorCode(error: Segment): string {
  const [first = []] = error.fields[0] ?? []
  return valueOf(error, 3) || (first[3]?.[0]?.trim() ?? '')
}

function isOfContent(code: string): boolean {
  const number = Number(code)
  return number >= ofContent.least && number <= ofContent.most
}
