import { setTimeout as pause } from 'node:timers/promises'

import { password } from '../../tests/http-client.ts'

/** An answer that the server gave: not what a dying one left unsaid. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * A person's browser, which repeats a call until a living server has answered it. Every answer is
 * looked through for words that this person must not read.
 */
export class SteadyClient {
  readonly username: string
  /** Answers that held a forbidden word. */
  leaks = 0
  /** Calls that had to be repeated. */
  repeats = 0
  readonly #address: string
  readonly #forbidden: readonly string[]
  #cookie = ''

  constructor(address: string, username: string, forbidden: readonly string[] = []) {
    this.#address = address
    this.username = username
    this.#forbidden = forbidden
  }

  async register(): Promise<void> {
    const { username } = this
    const body = { username, password, confirm_password: password, name: '' }
    const made = await this.send('POST', '/api/user/register', body)
    if (made.status !== 200) await this.send('POST', '/api/user/login', { username, password })
  }

  async json<T>(method: string, path: string, body?: object): Promise<T> {
    const { status, text } = await this.send(method, path, body)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text) as T
  }

  async send(method: string, path: string, body?: object | FormData): Promise<Answer> {
    const { status, content } = await this.#call(method, path, body)
    return { status, text: content.toString() }
  }

  async bytes(path: string): Promise<Buffer> {
    const { status, content } = await this.#call('GET', path)
    if (status >= 400) throw new Error(`${path}: ${status} ${content.toString()}`)
    return content
  }

  async #call(method: string, path: string, body?: object | FormData) {
    for (;;) {
      try {
        const answer = await fetch(new URL(path, this.#address), {
          method,
          headers: {
            cookie: this.#cookie,
            ...(body !== undefined &&
              !(body instanceof FormData) && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && {
            body: body instanceof FormData ? body : JSON.stringify(body),
          }),
        })
        const content = Buffer.from(await answer.arrayBuffer())
        if (answer.status === 503) throw new Error('not ready')
        this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie
        if (this.#forbidden.some((word) => content.includes(word))) this.leaks += 1
        return { status: answer.status, content }
      } catch {
        this.repeats += 1
        await pause(200)
      }
    }
  }
}
