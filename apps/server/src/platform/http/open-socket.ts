import { connect as connectSocket, type LookupFunction, type Socket } from 'node:net'

/** Connects to exactly this address, with a deadline. */
export function openSocket(target: {
  readonly address: string
  readonly port: number
  readonly deadline: AbortSignal
}): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const { address: host, port, deadline } = target
  const socket = connectSocket({ host, port })
  const giveUp = (): void => void socket.destroy(new Error('timed out'))
  deadline.addEventListener('abort', giveUp, { once: true })
  socket.once('error', reject)
  socket.once('connect', () => {
    deadline.removeEventListener('abort', giveUp)
    socket.off('error', reject)
    resolve(socket)
  })
  return promise
}

/** A DNS lookup that returns this address for any name. */
export function always({
  address,
  family,
}: {
  readonly address: string
  readonly family: number
}): LookupFunction {
  return (_host, options, found) => {
    if (options.all === true) found(null, [{ address, family }])
    else found(null, address, family)
  }
}
