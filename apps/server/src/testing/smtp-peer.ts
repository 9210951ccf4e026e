import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/** A mail that the server has accepted. */
interface ReceivedMail {
  readonly from: string
  readonly to: string
  readonly isEncrypted: boolean
  /** User name and password, if the client signed in. */
  readonly credentials: string | undefined
  /** Headers with encoded words, and the text, decoded. */
  readonly headers: string
  readonly text: string
}

export interface SmtpOptions {
  /** PEM texts; if given, the server offers STARTTLS and takes mail only after it. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Speaks TLS from the start instead. */
  readonly isImplicit?: boolean
  /** The reply to a sign-in, instead of its acceptance. */
  readonly signIn?: () => string
  /** The reply to a recipient, instead of its acceptance. */
  readonly refusal?: () => string | undefined
}

export interface SmtpPeer {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  stop(): void
}

/** A mail server (RFC 5321 with STARTTLS and AUTH PLAIN) on 127.0.0.1, until it is stopped. */
export async function startSmtpPeer(options: SmtpOptions = {}): Promise<SmtpPeer> {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const spoken = options.isImplicit === true ? secured(socket, options) : socket
    spoken.write('220 peer\r\n')
    converse(spoken, options, (mail) => received.push(mail))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function secured(socket: Socket, { tls }: SmtpOptions): TLSSocket {
  const secureContext = createSecureContext(tls)
  const secure = new TLSSocket(socket, { isServer: true, secureContext })
  secure.on('error', () => secure.destroy())
  return secure
}

function converse(socket: Socket, options: SmtpOptions, keep: (mail: ReceivedMail) => void): void {
  const isEncrypted = socket instanceof TLSSocket
  let credentials: string | undefined
  let from = ''
  let to = ''
  let pending = ''
  let isData = false
  const { signIn = () => '235 welcome', refusal = () => undefined } = options
  const needsTls = options.tls !== undefined && !isEncrypted
  const offers = needsTls ? ['STARTTLS'] : ['AUTH PLAIN']
  const read = (chunk: Buffer): void => {
    pending += chunk.toString('latin1')
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n'
      const at = pending.indexOf(end)
      if (at === -1) return
      const part = pending.slice(0, at)
      pending = pending.slice(at + end.length)
      if (isData) {
        isData = false
        keep({
          from,
          to,
          isEncrypted,
          credentials,
          ...readMail(part.replaceAll('\r\n..', '\r\n.')),
        })
        socket.write('250 accepted\r\n')
      } else if (part === 'STARTTLS' && needsTls) {
        socket.off('data', read)
        socket.write('220 go ahead\r\n')
        converse(secured(socket, options), options, keep)
        return
      } else socket.write(`${answer(part)}\r\n`)
    }
  }
  const answer = (line: string): string => {
    const [, command = '', rest = ''] = /^(\w+) ?(.*)$/.exec(line) ?? []
    const address = /<(.*)>/.exec(rest)?.[1] ?? ''
    switch (command.toUpperCase()) {
      case 'EHLO':
        return ['250-peer', ...offers.map((offer) => `250 ${offer}`)].join('\r\n')
      case 'AUTH':
        credentials = Buffer.from(rest.replace('PLAIN ', ''), 'base64').toString().slice(1)
        return signIn()
      case 'MAIL':
        from = address
        return needsTls ? '530 STARTTLS first' : '250 fine'
      case 'RCPT':
        to = address
        return refusal() ?? '250 fine'
      case 'DATA':
        isData = true
        return '354 go ahead'
      case 'QUIT':
        return '221 bye'
      default:
        return '502 unknown'
    }
  }
  socket.on('data', read)
  socket.on('error', () => socket.destroy())
}

function readMail(source: string): { headers: string; text: string } {
  const at = source.indexOf('\r\n\r\n')
  const headers = source.slice(0, at).replaceAll(/\r\n\s+/g, ' ')
  return { headers: decodeWords(headers), text: decodeBody(headers, source.slice(at + 4)) }
}

/** RFC 2047. */
function decodeWords(headers: string): string {
  return headers
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, coding: string, word: string) =>
      coding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}

function decodeBody(headers: string, body: string): string {
  const [, coding] = /^content-transfer-encoding: (\S+)/im.exec(headers) ?? []
  if (coding === 'base64') return Buffer.from(body, 'base64').toString()
  return coding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
