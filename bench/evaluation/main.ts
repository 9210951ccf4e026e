import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { judgeKinds, kindsSection, type KindsJudged } from './arteries-veins.ts'
import { calibreSection, compareCalibres, type ComparedEye } from './calibre.ts'
import { havePhotographs, readPhotograph, vesselCases } from './cases.ts'
import { coverageSection } from './coverage.ts'
import { evaluateCost } from './cost.ts'
import { evaluateLandmarks } from './landmarks.ts'
import { type Section, updatePage } from './page.ts'
import { drawPicture, pictureSection, type Drawn } from './pictures.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { evaluateQuality } from './quality.ts'
import { evaluateRepeatability } from './repeatability.ts'
import { evaluateStrokes } from './strokes.ts'
import { scoreVessels, vesselSection, type VesselScores } from './vessels.ts'

const docs = path.join(import.meta.dirname, '../../docs')

type Evaluation = (pipeline: Pipeline) => Promise<Section[]>

/** Evaluations that can be run separately, the fastest first. */
const evaluations: Readonly<Record<string, Evaluation>> = {
  quality: async (pipeline) => [await evaluateQuality(pipeline)],
  landmarks: async (pipeline) => [await evaluateLandmarks(pipeline)],
  cost: async (pipeline) => [await evaluateCost(pipeline)],
  strokes: async (pipeline) => [await evaluateStrokes(pipeline)],
  eyes: evaluateEyes,
  repeatability: async (pipeline) => [await evaluateRepeatability(pipeline)],
}

/** The parts of the evaluation as parts of the bench: all of it, and each by its name. */
export const evaluationParts: Readonly<Record<string, () => Promise<void>>> = {
  evaluation: () => evaluate(Object.values(evaluations)),
  ...Object.fromEntries(
    Object.entries(evaluations).map(([name, part]) => [
      `evaluation-${name}`,
      () => evaluate([part]),
    ]),
  ),
}

/**
 * Runs the shipped analysis on photographs with experts' labels and writes the results to docs/evaluation.md,
 * section by section, with pictures beside it.
 */
async function evaluate(chosen: readonly Evaluation[]): Promise<void> {
  if (!havePhotographs()) {
    console.error('SKIPPED: the evaluation needs photographs (set FOVEA_TEST_DATA).')
    return
  }
  const started = performance.now()
  const say = (line: string): void => {
    console.log(`${((performance.now() - started) / 1000).toFixed(0)} s  ${line}`)
  }
  await using pipeline = await openPipeline(say)
  await mkdir(path.join(docs, 'evaluation'), { recursive: true })
  for (const evaluation of chosen) {
    const sections = await evaluation(pipeline)
    const dated = sections.map(({ title, text }) => ({
      title,
      text: `${text}\n\n${dateOf(pipeline)}`,
    }))
    await updatePage(path.join(docs, 'evaluation.md'), intro, dated)
    say(`written: ${sections.map(({ title }) => title).join(', ')}`)
  }
}

/** Evaluations against experts' vessels, in one pass over the photographs. */
async function evaluateEyes(pipeline: Pipeline): Promise<Section[]> {
  const vessels: VesselScores[] = []
  const kinds: (KindsJudged | null)[] = []
  const calibres: (ComparedEye | null)[] = []
  const drawn: (Drawn | null)[] = []
  for (const each of await vesselCases()) {
    // Training photographs without annotated kinds add no information.
    if (each.use === 'train' && each.arteriesAndVeins === null) continue
    const image = await readPhotograph(each.photograph)
    const eye = await pipeline.analyse(image)
    vessels.push(await scoreVessels(each, eye))
    kinds.push(await judgeKinds(each, eye))
    calibres.push(await compareCalibres(each, eye))
    drawn.push(await drawPicture(each, image, eye, path.join(docs, 'evaluation')))
    pipeline.say(`eyes: ${each.name}`)
  }
  return [
    vesselSection(vessels, pipeline.vesselThreshold),
    kindsSection(kinds.filter((one) => one !== null)),
    calibreSection(calibres.filter((one) => one !== null)),
    coverageSection(calibres.filter((one) => one !== null)),
    pictureSection(drawn.filter((one) => one !== null)),
  ]
}

function dateOf({ networks }: Pipeline): string {
  return `Measured on ${new Date().toISOString().slice(0, 10)} with ${networks.join(' and ')}.`
}

const intro = `# Evaluation of the analysis

\`npm run bench -- evaluation\` runs the shipped networks and measurement code, as the server does, on original photographs labelled by experts, and writes this page; \`evaluation-quality\`, \`-landmarks\`, \`-cost\`, \`-strokes\`, \`-eyes\` and \`-repeatability\` renew only their parts. It needs the photographs in the folder named by \`FOVEA_TEST_DATA\`. [bench/prediction/README.md](../bench/prediction/README.md) evaluates the prediction tool.

**Training data.** The network of disc and fovea was trained on HRF and IDRiD; training/landmarks.csv lists its *held out* photographs. The network of vessels (2.1.0) was trained on 18 photographs of HRF, 54 of AVRDB and the lesions of 41 of IDRiD; HRF 04, 05, 09 and 10 were held out. Neither network was trained on *never seen* sets. Rows *trained on* are for comparison only and do not show accuracy. The held-out sets are small: note the 95 % confidence intervals in brackets.

**Effect of permitted data.** Versions before 2.0.0 were also trained on CHASE_DB1, LES-AV and HRF's maps of arteries and veins, whose terms do not permit that. The table compares the last of them with 2.1.0, each on photographs that it was not trained on. More photographs are held out now, so only those of DRIVE are the same. Six of HRF's twelve have kinds labelled by hand.

| Set | Photographs, 1.4.0 and 2.1.0 | AUC, 1.4.0 | AUC, 2.1.0 | Dice, 1.4.0 | Dice, 2.1.0 | Kind of centre lines, 1.4.0 | Kind of centre lines, 2.1.0 |
| --- | --- | --- | --- | --- | --- | --- | --- |
| DRIVE | 20 and 20, never seen | 0.9728 | 0.9761 | 0.736 | 0.765 | 89.6 % | 91.5 % |
| HRF | 3 and 12, held out | 0.9858 | 0.9838 | 0.810 | 0.808 | 95.2 % | 93.9 % |
| CHASE_DB1 | 2 held out, 14 never seen | 0.9825 | 0.9828 | 0.826 | 0.822 | – | – |
| LES-AV | 2 held out, 11 never seen | 0.9863 | 0.9854 | 0.857 | 0.840 | 88.4 % | 85.7 % |
`
