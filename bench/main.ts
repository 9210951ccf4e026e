import { answerParts, benchAnswers } from './answers.ts'
import { benchBrowser } from './browser.ts'
import { clickParts } from './clicks/in-browser.ts'
import { benchCoco, benchMasks } from './coco.ts'
import { benchComplex } from './complex.ts'
import { benchDicom } from './dicom.ts'
import { benchEngine } from './engine.ts'
import { evaluationParts } from './evaluation/main.ts'
import { openWorkplace } from './fovea.ts'
import { benchList } from './list.ts'
import { benchLongPainting } from './long-painting.ts'
import { benchMany } from './many.ts'
import { printRows } from './measure.ts'
import { graderParts } from './grader/main.ts'
import { newcomerParts } from './newcomer/main.ts'
import { registrationParts } from './registration/main.ts'
import { rulerParts } from './ruler/main.ts'
import { scaleParts } from './scale/main.ts'
import { benchServer } from './server.ts'
import { trialParts } from './trial/main.ts'
import { visitParts } from './visits/main.ts'
import { measureViewFilter } from './view-filter.ts'
import { benchWeight } from './weight.ts'

/** Benchmarks that can be run separately, by name. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  engine: benchEngine,
  painting: benchLongPainting,
  async screen() {
    await using workplace = await openWorkplace()
    await benchBrowser(workplace)
    await benchComplex(workplace)
    await benchMany(workplace)
  },
  async answers() {
    await using workplace = await openWorkplace()
    await benchAnswers(workplace)
  },
  dicom: benchDicom,
  async pictures() {
    printRows('Pictures and masks', [...(await measureViewFilter(10)), ...(await benchMasks(20))])
  },
  async server() {
    await using workplace = await openWorkplace()
    await benchServer(workplace)
  },
  async list() {
    await using workplace = await openWorkplace()
    await benchList(workplace)
  },
  async weight() {
    await using workplace = await openWorkplace()
    await benchWeight(workplace)
  },
  async coco() {
    await using workplace = await openWorkplace()
    await benchCoco(workplace.kim, workplace)
  },
}

/** Sections of `screen` by themselves. */
const screenParts: typeof parts = {
  async complex() {
    await using workplace = await openWorkplace()
    await benchComplex(workplace)
  },
  async many() {
    await using workplace = await openWorkplace()
    await benchMany(workplace)
  },
}

const chosen = process.argv.slice(2)
/**
 * Run only if named: evaluation and ruler write pages, newcomer downloads all packages, scale fills
 * the disk.
 */
const all = {
  ...parts,
  ...screenParts,
  ...answerParts,
  ...clickParts,
  ...evaluationParts,
  ...rulerParts,
  ...scaleParts,
  ...newcomerParts,
  ...graderParts,
  ...registrationParts,
  ...visitParts,
  ...trialParts,
}
const unknown = chosen.filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} to bench, but: ${Object.keys(all).join(', ')}`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(chosen.length === 0 ? parts : all)) {
  if (chosen.length === 0 || chosen.includes(name)) await bench()
}
