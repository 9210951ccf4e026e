import path from 'node:path'

import { expect, test } from 'vitest'

import { killHelpers } from '../testing/kill-helpers.ts'
import { openProcess } from './open-process.ts'

type Request = { readonly number: number | 'fatal' | 'endless' }

const program = path.join(import.meta.dirname, 'open-process.test-process.ts')

const openMultiplier = () => openProcess<Request, number>(program, { factor: 3 }, { megabytes: 64 })

test('requests are answered in order by the program with its set-up', async () => {
  await using multiplier = openMultiplier()
  const answers = await Promise.all([1, 2, 5].map((number) => multiplier.ask({ number })))
  expect(answers).toEqual([3, 6, 15])
})

test('requests to a process that dies are rejected, and so are later ones', async () => {
  await using multiplier = openMultiplier()
  const asked = [multiplier.ask({ number: 'fatal' }), multiplier.ask({ number: 1 })]
  await expect(Promise.allSettled(asked)).resolves.toMatchObject([
    { reason: { by: 'died', isCrash: true } },
    { reason: { by: 'died', isCrash: true } },
  ])
  await expect(multiplier.ask({ number: 1 })).rejects.toMatchObject({ by: 'died' })
})

test('a killed process is distinguished from one that crashed', async () => {
  await using multiplier = openMultiplier()
  await multiplier.ask({ number: 1 })
  const asked = multiplier.ask({ number: 'endless' })
  await killHelpers('open-process.test-process.ts')
  await expect(asked).rejects.toMatchObject({ by: 'died', isCrash: false })
})
