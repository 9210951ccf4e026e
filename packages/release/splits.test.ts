import { expect, test } from 'vitest'

import { splitPatients, type Part } from './splits.ts'

const shares = { train: 70, validation: 10, test: 20 }

function patients(count: number, stratumOf: (index: number) => string = () => '') {
  return Array.from({ length: count }, (_, index) => ({
    id: `P${index}`,
    stratum: stratumOf(index),
  }))
}

function counts(dealt: ReadonlyMap<string, Part>, ids: readonly string[]) {
  const of = (part: Part) => ids.filter((id) => dealt.get(id) === part).length
  return { train: of('train'), validation: of('validation'), test: of('test') }
}

const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id)

test('each part has its share of the patients', () => {
  const all = patients(200)
  const dealt = splitPatients(all, { shares, seed: 1 })
  expect(counts(dealt, idsOf(all))).toEqual({ train: 140, validation: 20, test: 40 })
})

test('each stratum has the same shares, and small strata do not all fall to one part', () => {
  const all = patients(150, (index) =>
    index < 100 ? 'healthy' : index < 140 ? 'mild' : `${index}`,
  )
  const dealt = splitPatients(all, { shares, seed: 7 })
  const of = (stratum: string) => idsOf(all.filter((each) => each.stratum === stratum))
  expect(counts(dealt, of('healthy'))).toEqual({ train: 70, validation: 10, test: 20 })
  expect(counts(dealt, of('mild'))).toEqual({ train: 28, validation: 4, test: 8 })
  expect(counts(dealt, idsOf(all.slice(140)))).toEqual({ train: 7, validation: 1, test: 2 })
})

test('the seed decides, not the order of the list', () => {
  const all = patients(40)
  const first = splitPatients(all, { shares, seed: 3 })
  const again = splitPatients(all.toReversed(), { shares, seed: 3 })
  const other = splitPatients(all, { shares, seed: 4 })
  const ordered = (dealt: ReadonlyMap<string, Part>) => idsOf(all).map((id) => dealt.get(id))
  expect(ordered(again)).toEqual(ordered(first))
  expect(ordered(other)).not.toEqual(ordered(first))
})

test('a part without a share stays empty', () => {
  const all = patients(9)
  const dealt = splitPatients(all, { shares: { train: 50, validation: 0, test: 50 }, seed: 1 })
  expect(counts(dealt, idsOf(all)).validation).toBe(0)
})
