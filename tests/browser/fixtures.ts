import { request, test as base, expect, type APIRequestContext } from '@playwright/test'

import { startFovea, type RunningFovea } from '../running-fovea.ts'

export const password = 'Correct-Horse-7'

/** A person with an account, and a way to call the server as that person. */
export interface Person {
  readonly username: string
  readonly api: APIRequestContext
}

export async function registered(address: string, username: string): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: address })
  const answer = await api.post('/api/user/register', {
    data: { username, password, confirm_password: password, name: '' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return api
}

/**
 * `fovea`: a server shared by the tests of a worker. `person`: a new account, already signed in
 * within the test's page. `admin`: the first account of that server.
 */
export const test = base.extend<{ person: Person }, { fovea: RunningFovea; admin: Person }>({
  fovea: [
    // Playwright reads the parameters: a worker's fixture that needs none still names one.
    async ({ browserName: _browserName }, provide) => {
      const fovea = await startFovea({
        ALLOW_REGISTRATION: 'true',
        OUTBOUND_HOSTS: 'ai.example,pacs.clinic.lan,pacs.clinic.lan:11112',
        MICS_FILE: 'docs/examples/mics-demo.json',
        SECURITY_CONTACT: 'security@clinic.example',
      })
      await provide(fovea)
      await fovea.stop()
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ fovea }, provide) => {
      const api = await registered(fovea.address, 'administrator')
      await provide({ username: 'administrator', api })
      await api.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ fovea }, provide) => provide(fovea.address),
  person: async ({ fovea, admin: _admin, context }, provide, info) => {
    const username = `person-${info.workerIndex}-${info.testId.slice(-8)}-${info.retry}`
    const api = await registered(fovea.address, username)
    const { cookies } = await api.storageState()
    await context.addCookies(cookies)
    await provide({ username, api })
    await api.dispose()
  },
})

export { expect }
