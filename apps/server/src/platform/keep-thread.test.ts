import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { freePort } from './free-port.ts'
import { keepThread } from './keep-thread.ts'

const program = path.join(import.meta.dirname, 'keep-thread.test-worker.ts')

async function keepGreeter(port: number, hear = (): void => undefined) {
  const greeter = await keepThread(program, { port }, { youngMegabytes: 8, hear })
  onTestFinished(() => greeter[Symbol.asyncDispose]())
  return greeter
}

/** Returns the thread's greeting, or the error; `word` is sent to it. */
async function call(port: number, word = ''): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    if (word === '') return greeting.toString()
    socket.write(word)
    await once(socket, 'close')
    return greeting.toString()
  } catch (error) {
    return String(error)
  } finally {
    socket.destroy()
  }
}

test('a thread that dies is started again, and reports when it is ready', async () => {
  const port = await freePort()
  let times = 0
  await keepGreeter(port, () => (times += 1))
  await call(port, 'die')
  await expect.poll(() => times, { timeout: 20_000 }).toBe(2)
  expect(await call(port)).toBe('hello')
})

test('a thread closes its resources when it is disposed of', async () => {
  const port = await freePort()
  const greeter = await keepGreeter(port)
  expect(await call(port)).toBe('hello')
  await greeter[Symbol.asyncDispose]()
  expect(await call(port)).toContain('ECONNREFUSED')
})

test('an error at the first start is reported, and the thread is not started again', async () => {
  const port = await freePort()
  await keepGreeter(port)
  await expect(keepGreeter(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
