import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'

/** Use of the photographs: fitting, model selection and early stopping, or measuring only. */
type Use = 'train' | 'hold-out' | 'measure-only'

/** A photograph with experts' annotations, all paths below the folder of photographs. */
export interface Case {
  readonly name: string
  readonly use: Use
  readonly photograph: string
  /** Grey, above 127 on vessels; null if unknown. */
  readonly vessels: string | null
  /** 1 arteriole, 2 venule, 3 either or both, 0 neither; null if unknown. Never trained on. */
  readonly arteriesAndVeins: string | null
  /** Like `arteriesAndVeins`, but drawn wider than the vessels and without the fine ones. */
  readonly strokes: string | null
  /** Bitmaps of lesions that resemble vessels: haemorrhages and exudates. */
  readonly lesions: readonly string[]
}

type Labels = Partial<Pick<Case, 'vessels' | 'arteriesAndVeins' | 'strokes' | 'lesions'>>

/** HRF's photographs of these numbers are kept apart, and each fifth of AVRDB. */
const hrfApart = new Set(['04', '05', '09', '10'])
const avrdbApart = 5
/** IDRiD's lesions up to this number are trained on, */
const lastLesions = 45
/** without pictures that are also among the graded ones that are kept apart. */
const lesionsApart = new Set(['20', '36', '38', '44'])

/**
 * All photographs with vessels, kinds or lesions by hand. Those of one number of HRF have the same use. The
 * terms of DRIVE and LES-AV forbid commercial use and those of CHASE_DB1 are unclear: shipped networks must
 * not be trained on them, nor on HRF's arteries and veins, which have no licence.
 */
export async function listCases(folder: string): Promise<Case[]> {
  const names = async (path: string) => (await readdir(join(folder, path))).toSorted()
  const stems = async (path: string, extension: string) =>
    (await names(path)).filter((file) => file.endsWith(extension)).map((file) => parse(file).name)
  const kinds = new Set(await names('hrf/av_1st_manual'))
  const lesions = new Set(await names('idrid/lesions'))
  return [
    ...(await stems('hrf/images', '.jpg')).map((name) => {
      const map = `${name}_AVmanual.png`
      return labelled(`hrf-${name}`, hrfApart.has(name.slice(0, 2)) ? 'hold-out' : 'train', {
        photograph: `hrf/images/${name}.jpg`,
        vessels: `hrf/vessels_1st_manual/${name}.png`,
        arteriesAndVeins: kinds.has(map) ? `hrf/av_1st_manual/${map}` : null,
      })
    }),
    ...(await stems('avrdb', '.jpg')).map((name, index) =>
      labelled(`avrdb-${name}`, (index + 1) % avrdbApart === 0 ? 'hold-out' : 'train', {
        photograph: `avrdb/${name}.jpg`,
        strokes: `avrdb/${name}_av.png`,
      }),
    ),
    ...(await stems('idrid/lesions', '.jpg'))
      .filter((name) => Number(name.slice(-2)) <= lastLesions && !lesionsApart.has(name.slice(-2)))
      .map((name) =>
        labelled(`idrid-${name}`, 'train', {
          photograph: `idrid/lesions/${name}.jpg`,
          lesions: ['MA', 'HE', 'EX', 'SE']
            .map((lesion) => `${name}_${lesion}.png`)
            .filter((file) => lesions.has(file))
            .map((file) => `idrid/lesions/${file}`),
        }),
      ),
    ...(await stems('chasedb1', '.jpg')).map((name) =>
      labelled(`chase-${name}`, 'measure-only', {
        photograph: `chasedb1/${name}.jpg`,
        vessels: `chasedb1/${name}_1stHO.png`,
      }),
    ),
    ...(await stems('les-av/images', '.png')).map((name) =>
      labelled(`les-av-${name}`, 'measure-only', {
        photograph: `les-av/images/${name}.png`,
        arteriesAndVeins: `les-av/1st_manual/${name}.png`,
      }),
    ),
    ...(await names('drive/images')).map((file) => {
      const number = file.slice(0, 2)
      return labelled(`drive-${number}`, 'measure-only', {
        photograph: `drive/images/${file}`,
        vessels: `drive/1st_manual/${number}_manual1.gif`,
        arteriesAndVeins: `drive/av/${number}_training.png`,
      })
    }),
  ]
}

/** A photograph with maps of its lesions. */
export interface LesionPhotograph {
  readonly name: string
  readonly use: 'train' | 'hold-out'
  readonly photograph: string
  /** Masks of microaneurysms, haemorrhages, hard and soft exudates; null if there are none. */
  readonly maps: readonly (string | null)[]
}

/** IDRiD's photographs with lesions; the same ones are held out as for vessels. */
export async function listLesionPhotographs(folder: string): Promise<LesionPhotograph[]> {
  const files = new Set(await readdir(join(folder, 'idrid/lesions')))
  return [...files]
    .filter((file) => file.endsWith('.jpg'))
    .toSorted()
    .flatMap((file): LesionPhotograph[] => {
      const { name } = parse(file)
      const number = name.slice(-2)
      const isApart = Number(number) > lastLesions
      if (!isApart && lesionsApart.has(number)) return []
      const maps = ['MA', 'HE', 'EX', 'SE'].map((lesion) => {
        const map = [`${name}_${lesion}.png`, `${name}_${lesion}.tif`].find((each) =>
          files.has(each),
        )
        return map === undefined ? null : `idrid/lesions/${map}`
      })
      const photograph = `idrid/lesions/${file}`
      return [{ name, use: isApart ? 'hold-out' : 'train', photograph, maps }]
    })
}

/** IDRiD's graded photographs that show the same eye as a held-out one. */
const gradesApart = new Set(['073', '333', '407'])
/** Those that are also among the lesions from which on nothing is trained on. */
const gradesOfLesions = new Set(['012', '048', '053', '064', '306', '308', '310', '311', '314'])
/** Enough for the gate, and every severity among them. */
const everyGrade = 4

/** A photograph that the quality gate may be fitted to, and the set that it belongs to. */
export interface GatePhotograph {
  readonly set: 'hrf' | 'avrdb' | 'idrid'
  readonly photograph: string
}

/** Every fifth of IDRiD's graded photographs is held out, with others of the same eye. */
export async function listGatePhotographs(folder: string): Promise<GatePhotograph[]> {
  const cases = await listCases(folder)
  const of = (set: 'hrf' | 'avrdb'): GatePhotograph[] =>
    cases
      .filter(({ name, use }) => name.startsWith(`${set}-`) && use === 'train')
      .map(({ photograph }) => ({ set, photograph }))
  const grades = (await readdir(join(folder, 'idrid/grades')))
    .filter((file) => file.endsWith('.jpg'))
    .toSorted()
    .filter((_, index) => (index + 1) % 5 !== 0)
    .filter((file) => {
      const number = parse(file).name.slice(-3)
      return !gradesApart.has(number) && !gradesOfLesions.has(number)
    })
    .filter((_, index) => index % everyGrade === 0)
  return [
    ...of('hrf'),
    ...of('avrdb'),
    ...grades.map((file) => ({ set: 'idrid' as const, photograph: `idrid/grades/${file}` })),
  ]
}

function labelled(name: string, use: Use, given: Labels & Pick<Case, 'photograph'>): Case {
  const unknown = { vessels: null, arteriesAndVeins: null, strokes: null, lesions: [] }
  return { name, use, ...unknown, ...given }
}
