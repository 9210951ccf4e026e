import { message, type Message } from '#contract/messages/message'
import { XmlError, type XmlFault } from '#labelling/xml'

const messages: Readonly<Record<XmlFault, Message>> = {
  cut: message('labelFiles.cut'),
  doctype: message('labelFiles.doctype'),
  encoding: message('labelFiles.encoding'),
  long: message('labelFiles.long'),
  malformed: message('labelFiles.malformed'),
  nesting: message('labelFiles.nesting'),
}

/** User-facing message for a text that is not the expected XML; any other error is one of its encoding. */
export function xmlMessage(error: unknown): Message {
  return messages[error instanceof XmlError ? error.fault : 'encoding']
}
