import { expect, onTestFinished } from 'vitest'

import { createDataset } from '#contract/datasets'

import { signedIn } from './http-client.ts'
import { startFovea, type RunningFovea } from './running-fovea.ts'

const patience = { interval: 20, timeout: 100_000 }

/** A server with an account and a dataset, stopped when the test ends. */
export async function givenFundus() {
  const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
  onTestFinished(() => fovea.stop())
  const kim = await signedIn(fovea.address, 'kim')
  const dataset = await kim.call(createDataset, { body: { name: 'Fundus' } })
  return { fovea, kim, dataset }
}

/** Kills the server and starts it again, twice, each time after the work has got further. */
export async function killTwice(fovea: RunningFovea, howFar: () => Promise<number>): Promise<void> {
  let before = 0
  for (let round = 0; round < 2; round += 1) {
    const most = before
    await expect.poll(howFar, patience).toBeGreaterThan(most)
    await fovea.kill()
    await fovea.restart()
    before = await howFar()
  }
}
