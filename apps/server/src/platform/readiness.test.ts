import { expect, test } from 'vitest'

import { keepTrying } from './readiness.ts'

test('a part that does not answer fails at once until it does, and is not asked again meanwhile', async () => {
  const asked: PromiseWithResolvers<'works'>[] = []
  const tried = keepTrying(
    {
      store: () => {
        const one = Promise.withResolvers<'works'>()
        asked.push(one)
        return one.promise
      },
    },
    { patienceMs: 50, holdsMs: 20 },
  )
  expect(await tried.check()).toEqual({ store: 'fails' })
  await afterHeld()
  expect(await tried.check()).toEqual({ store: 'fails' })
  expect(asked).toHaveLength(1)
  asked[0]?.resolve('works')
  await afterHeld()
  const again = tried.check()
  asked[1]?.resolve('works')
  expect(await again).toEqual({ store: 'works' })
  // It is given up in the end: the one that is asked may have died.
  await afterHeld()
  expect(await tried.check()).toEqual({ store: 'fails' })
  await new Promise((resolve) => setTimeout(resolve, 150))
  const last = tried.check()
  expect(asked).toHaveLength(4)
  asked[3]?.resolve('works')
  expect(await last).toEqual({ store: 'works' })
})

function afterHeld(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 25))
}
