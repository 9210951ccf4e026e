import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { QualityNetwork } from '#retina/quality/network'
import { inferQuality } from '#retina/quality/network'

import { fitNetwork, type Example } from './fit.ts'
import { kinds } from './not-a-fundus.ts'
import { readSamples, writeSamples } from './samples-file.ts'
import { makeSamples, type Sample } from './samples.ts'

/**
 * Fits the networks of the quality gate to the samples of samples.csv, reports their performance on
 * unseen ones, and writes packages/retina/quality/weights.ts: node training/quality/train.ts. With
 * the folder of fundus photographs the samples are made again, which takes a quarter of an hour.
 */
const file = join(import.meta.dirname, 'samples.csv')
const [folder] = process.argv.slice(2)
if (folder !== undefined) await writeSamples(file, await makeSamples(folder))
const samples = await readSamples(file)
if (samples === undefined) throw new Error('There is no samples.csv: name the photographs.')

/** A fundus with fewer visible vessels is ambiguous. */
const leastVisibility = 0.3

type Seen = Sample & { readonly features: NonNullable<Sample['features']> }
const hasField = (sample: Sample): sample is Seen => sample.features !== null

function fundusExamples(chosen: readonly Sample[]): Example[] {
  return chosen.filter(hasField).flatMap(({ features, isFundus, visibility }) => {
    if (isFundus && visibility < leastVisibility) return []
    return [{ features, target: Number(isFundus), weight: 1 }]
  })
}

function visibilityExamples(chosen: readonly Sample[]): Example[] {
  return chosen
    .filter(hasField)
    .filter(({ isFundus }) => isFundus)
    .map(({ features, visibility }) => ({ features, target: visibility, weight: 1 }))
}

interface Judged extends Seen {
  readonly fundus: number
  readonly seen: number
}

/** Judges some samples by networks that were fitted to others. */
function judge(fitted: readonly Sample[], judged: readonly Sample[]): Judged[] {
  const fundus = fitNetwork(fundusExamples(fitted), 1)
  const visibility = fitNetwork(visibilityExamples(fitted), 2)
  return judged.filter(hasField).map((sample) => ({
    ...sample,
    fundus: inferQuality(fundus, sample.features),
    seen: inferQuality(visibility, sample.features),
  }))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const share = (all: readonly Judged[], holds: (one: Judged) => boolean): string =>
  `${((100 * all.filter(holds).length) / all.length).toFixed(1)} % of ${all.length}`

/** Of photographs with this share of visible vessels, the gate must accept at least this share. */
const clear = { visibility: 0.6, kept: 0.98 }

const sets = [...new Set(samples.map(({ set }) => set))]
const bySet = sets.flatMap((set) =>
  judge(
    samples.filter((sample) => sample.set !== set),
    samples.filter((sample) => sample.set === set),
  ),
)
const level = highestLevel(bySet.filter((one) => isClear(one) && looksLikeFundus(one)))

function isClear({ isFundus, visibility }: Sample): boolean {
  return isFundus && visibility >= clear.visibility
}

/** The highest visibility from which on a photograph can be called gradable. */
function highestLevel(judged: readonly Judged[]): number {
  const keeps = (least: number) => judged.filter(({ seen }) => seen >= least).length / judged.length
  const levels = Array.from({ length: 100 }, (_, i) => i / 100)
  return levels.findLast((least) => keeps(least) >= clear.kept) ?? 0
}

function looksLikeFundus({ fundus }: Judged): boolean {
  return fundus >= 0.5
}

function isKept(one: Judged): boolean {
  return looksLikeFundus(one) && one.seen >= level
}

function report(title: string, judged: readonly Judged[]): void {
  const originals = judged.filter(({ kind }) => kind === 'original' || kind === 'none')
  const hidden = judged.filter(({ isFundus, visibility }) => isFundus && visibility < 0.2)
  const others = judged.filter(({ isFundus }) => !isFundus)
  print(`\n${title}`)
  print(`  without fault, kept: ${share(originals, isKept)}`)
  print(`  at least 60 % of vessels seen, kept: ${share(judged.filter(isClear), isKept)}`)
  print(`  below 20 %, refused: ${share(hidden, (one) => !isKept(one))}`)
  print(`  something else, refused: ${share(others, (one) => !isKept(one))}`)
  print(`  something else, refused as no fundus: ${share(others, (one) => !looksLikeFundus(one))}`)
  const known = judged.filter(({ isFundus }) => isFundus)
  const error = known.reduce((sum, { seen, visibility }) => sum + Math.abs(seen - visibility), 0)
  print(`  visibility off by ${(error / known.length).toFixed(3)} on the mean`)
}

const noField = samples.filter(({ features }) => features === null)
print(
  `${samples.length} samples; no field in ${noField.filter(({ isFundus }) => isFundus).length}` +
    ` of a fundus (mean visibility 0) and ${noField.filter(({ isFundus }) => !isFundus).length} others`,
)

print(`gradable from a visibility of ${level}`)
for (const set of sets)
  report(
    `photographs of ${set}, fitted to the other sets`,
    bySet.filter((one) => one.set === set),
  )

const folds = 5
const byKind = Array.from({ length: folds }, (_, fold) => {
  const isLeftOut = ({ isFundus, kind }: Sample) =>
    !isFundus && kinds.indexOf(kind) % folds === fold
  return judge(
    samples.filter((sample) => !isLeftOut(sample)),
    samples.filter(isLeftOut),
  )
}).flat()
print('\nsomething else of a kind never seen, refused')
for (const kind of kinds) {
  const judged = byKind.filter((one) => one.kind === kind)
  print(`  ${kind}: ${share(judged, (one) => !isKept(one))}`)
}

const networks = {
  fundusNetwork: fitNetwork(fundusExamples(samples), 1),
  visibilityNetwork: fitNetwork(visibilityExamples(samples), 2),
}
await writeFile(
  join(import.meta.dirname, '../../packages/retina/quality/weights.ts'),
  `import type { QualityNetwork } from './quality-network.ts'

// Written by training/quality/train.ts; training/quality/README.md says from what and how good.

/** Photographs of a lower visibility are not gradable. */
export const gradableVisibility = ${level}

${Object.entries(networks)
  .map(([name, network]) => `export const ${name}: QualityNetwork = ${inLines(network)}\n`)
  .join('\n')}`,
)

/** One row of numbers a line. */
function inLines({ inputs, hidden, output }: QualityNetwork): string {
  return `{\n  inputs: [\n${rowsOf(inputs)}  ],\n  hidden: [\n${rowsOf(hidden)}  ],\n  output: ${JSON.stringify(output)},\n}`
}

function rowsOf(rows: readonly unknown[]): string {
  return rows.map((row) => `    ${JSON.stringify(row)},\n`).join('')
}
