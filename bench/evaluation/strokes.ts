import { countKinds } from './arteries-veins.ts'
import { readPhotograph, readStrokes, strokeCases } from './cases.ts'
import { useInWords } from './groups.ts'
import { percentInWords, type Section, shareInWords, table, titles } from './page.ts'
import type { Pipeline } from './pipeline.ts'
import { type Share, shareOfGroups } from './statistics.ts'

/** How often the kinds are those of strokes drawn along the vessels, of photographs kept apart. */
export async function evaluateStrokes(pipeline: Pipeline): Promise<Section> {
  const judged: ReturnType<typeof countKinds>[] = []
  const cases = await strokeCases()
  for (const { name, photograph, strokes } of cases) {
    const { traced } = await pipeline.analyse(await readPhotograph(photograph))
    judged.push(countKinds(traced.field.vessels, await readStrokes(strokes)))
    pipeline.say(`strokes: ${name}`)
  }
  const share = (part: keyof ReturnType<typeof countKinds>): Share =>
    shareOfGroups(judged.map((one) => one[part]))
  return {
    title: titles.strokes,
    text: `${table(
      [
        'Set',
        'Photographs were',
        'Number',
        'Centre lines, decided',
        'Segments, decided',
        'Wide segments, decided',
      ],
      [
        [
          'AVRDB',
          useInWords['hold-out'],
          cases.length,
          percentInWords(share('centreLines')),
          shareInWords(share('segments')),
          shareInWords(share('wide')),
        ],
      ],
    )}

Every fifth photograph of AVRDB, held out from training of the vessel network. Its experts drew strokes twice as wide as the vessels, only along the larger ones, on strongly compressed copies. Only places along the found centre lines can be compared, as in the table above. The intervals treat photographs as groups.`,
  }
}
