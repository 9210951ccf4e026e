import { readFile, writeFile } from 'node:fs/promises'

import type { QualityFeatures } from '#retina/quality/features'

import type { Sample } from './samples.ts'

const facts = ['photograph', 'set', 'kind', 'isFundus', 'visibility'] as const

/** Samples from a file of comma separated values; undefined if there is none. */
export async function readSamples(file: string): Promise<Sample[] | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [header = '', ...lines] = text.trim().split('\n')
  const names = header.split(',').slice(facts.length) as (keyof QualityFeatures)[]
  return lines.map((line) => {
    const [photograph = '', set = '', kind = '', isFundus, visibility, ...values] = line.split(',')
    const features = Object.fromEntries(names.map((name, i) => [name, Number(values[i])]))
    return {
      photograph,
      set,
      kind,
      isFundus: isFundus === '1',
      visibility: Number(visibility),
      features: values[0] === '' ? null : (features as unknown as QualityFeatures),
    }
  })
}

/** Features to four decimals. */
export async function writeSamples(file: string, samples: readonly Sample[]): Promise<void> {
  const first = samples.find(({ features }) => features !== null)?.features ?? {}
  const names = Object.keys(first) as (keyof QualityFeatures)[]
  const lines = samples.map(({ photograph, set, kind, isFundus, visibility, features }) => {
    const values = names.map((name) => (features === null ? '' : rounded(features[name])))
    return [photograph, set, kind, Number(isFundus), rounded(visibility), ...values].join(',')
  })
  await writeFile(file, `${[[...facts, ...names].join(','), ...lines].join('\n')}\n`)
}

function rounded(value: number): number {
  return Math.round(1e4 * value) / 1e4
}
