import { isMeasured, measureNames, type Measured, type MeasureName } from '#retina/eye-measures'

import type { ComparedEye } from './calibre.ts'
import { groupsOf, useInWords } from './groups.ts'
import { fixed, type Section, shareInWords, table, titles } from './page.ts'
import { shareOfGroups } from './statistics.ts'

/** The 95 % interval of a normal distribution, in standard deviations. */
const z95 = 1.96
/** Groups with fewer eyes are left out. */
const fewest = 4

interface Pair {
  readonly manual: Measured
  readonly automatic: Measured
}

/** Lengths in disc diameters represent those in micrometres, which share the scale. */
const compared = measureNames.filter(
  (name) => !/^(?:crae|crve)(?:ZoneC)?$/.test(name) && !name.startsWith('discFovea'),
)

/** How often the stated interval contains the value measured on the expert's map and disc. */
export function coverageSection(eyes: readonly ComparedEye[]): Section {
  const groups = groupsOf(eyes)
  const rows = compared.flatMap((name) =>
    groups.flatMap(({ set, use, members }) => {
      const pairs = members.map((eye) => pairOf(eye, name))
      return pairs.flat().length < fewest ? [] : [[name, set, useInWords[use], ...figuresOf(pairs)]]
    }),
  )
  const pooled = groups.map(({ set, use, members }) => {
    const pairs = members.map((eye) => compared.flatMap((name) => pairOf(eye, name)))
    return ['all measures', set, useInWords[use], ...figuresOf(pairs)]
  })
  return {
    title: titles.coverage,
    text: `${table(
      [
        'Measure',
        'Set',
        'Photographs were',
        'Manual value within the 95 % interval, with 95 % interval of the share',
        'Mean difference',
        'Mean of the stated standard deviation',
        'Difference, root mean square',
      ],
      [...pooled, ...rows],
    )}

The interval is the value ± 1.96 times its standard deviation. The manual value comes from the expert's vessels and kinds, and for LES-AV also from the expert's disc. Differences and deviations are shares of the manual value. Measures of one eye depend on each other; the intervals of the shares count eyes as groups.`,
  }
}

function pairOf({ byExpertsDisc: manual, automatic }: ComparedEye, name: MeasureName): Pair[] {
  const [drawn, found] = [manual.measures[name], automatic.measures[name]]
  return isMeasured(drawn) && isMeasured(found) ? [{ manual: drawn, automatic: found }] : []
}

/** @param eyes the pairs of each eye */
function figuresOf(eyes: readonly (readonly Pair[])[]): string[] {
  const pairs = eyes.flat()
  const shares = pairs.flatMap(({ manual, automatic }) =>
    manual.value === 0
      ? []
      : [
          {
            off: automatic.value / manual.value - 1,
            told: automatic.uncertainty / Math.abs(manual.value),
          },
        ],
  )
  return [
    shareInWords(
      shareOfGroups(eyes.map((own) => ({ count: own.filter(isInside).length, of: own.length }))),
    ),
    percent(mean(shares.map(({ off }) => off))),
    percent(mean(shares.map(({ told }) => told))),
    percent(Math.sqrt(mean(shares.map(({ off }) => off ** 2)))),
  ]
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function percent(value: number): string {
  return `${fixed(100 * value, 1)} %`
}

function isInside({ manual, automatic }: Pair): boolean {
  return Math.abs(automatic.value - manual.value) <= z95 * automatic.uncertainty
}
