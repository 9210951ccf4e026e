import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Point } from '#geometry/point'
import type { Bitmap, RgbImage, Size } from '#raster/image'
import sharp from 'sharp'

import { listCases, type Case } from '../../training/photographs.ts'

const root =
  process.env['FOVEA_TEST_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data')
/** Role of a photograph in training and evaluation. */
export type Use = Case['use']
/** Folder of the photographs. */
export const folder: string = path.join(root, 'fundus')

/** A photograph set, as the tables name it. */
export type SetName = 'DRIVE' | 'HRF' | 'CHASE_DB1' | 'LES-AV' | 'IDRiD'

const setNames: readonly (readonly [prefix: string, set: SetName])[] = [
  ['drive', 'DRIVE'],
  ['hrf', 'HRF'],
  ['chase', 'CHASE_DB1'],
  ['les-av', 'LES-AV'],
  ['idrid', 'IDRiD'],
]

/** A photograph with experts' annotations; labels have the photograph's size. */
export interface LabelledCase {
  readonly name: string
  readonly set: SetName
  readonly use: Use
  readonly photograph: string
  readonly vessels: string | null
  readonly arteriesAndVeins: string | null
}

export function havePhotographs(): boolean {
  return existsSync(folder)
}

/** Those with manual vessel maps. */
export async function vesselCases(): Promise<LabelledCase[]> {
  const all = await listCases(folder)
  return all
    .filter(({ vessels, arteriesAndVeins }) => vessels !== null || arteriesAndVeins !== null)
    .map((each: Case) => ({ ...each, set: setOf(each.name) }))
}

/** A photograph whose kinds of vessels are known by strokes along them alone. */
export interface StrokeCase {
  readonly name: string
  readonly photograph: string
  readonly strokes: string
}

/** Those not used in any training. */
export async function strokeCases(): Promise<StrokeCase[]> {
  return (await listCases(folder)).flatMap(({ name, use, photograph, strokes }) =>
    strokes === null || use === 'train' ? [] : [{ name, photograph, strokes }],
  )
}

function setOf(name: string): SetName {
  const found = setNames.find(([prefix]) => name.startsWith(prefix))
  if (found === undefined) throw new Error(`${name} belongs to no set that is known.`)
  return found[1]
}

export async function readPhotograph(file: string): Promise<RgbImage> {
  const { data, info } = await sharp(path.join(folder, file))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** Numbers as stored: labels are not colours. */
export interface Labels extends Size {
  readonly data: Uint8Array
}

export async function readLabels(file: string): Promise<Labels> {
  const { data, info } = await sharp(path.join(folder, file))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** AVRDB's strokes as labels: red along arterioles, blue along venules and green for both. */
export async function readStrokes(file: string): Promise<Labels> {
  const { width, height, data } = await readPhotograph(file)
  const labels = new Uint8Array(width * height)
  for (let i = 0; i < labels.length; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * i, 3 * i + 3)
    labels[i] = green > 127 ? 3 : red > 127 ? 1 : blue > 127 ? 2 : 0
  }
  return { width, height, data: labels }
}

/** The vessels by an expert's hand. */
export async function readVessels({ vessels, arteriesAndVeins }: LabelledCase): Promise<Bitmap> {
  const file = vessels ?? arteriesAndVeins
  if (file === null) throw new Error('There is no manual map.')
  const labels = await readLabels(file)
  const least = vessels === null ? 1 : 128
  return { ...labels, data: labels.data.map((value) => Number(value >= least)) }
}

/** A photograph with an expert's disc centre, radius and fovea, in image pixels. */
export interface LandmarkCase {
  readonly name: string
  readonly set: SetName
  readonly use: Use
  readonly photograph: string
  readonly disc: Point | null
  readonly discMask: string | null
  readonly fovea: Point | null
}

/** Experts' marks only, not those made for the training here: IDRiD and LES-AV. */
export async function landmarkCases(): Promise<LandmarkCase[]> {
  const uses = await landmarkUses()
  const discs = await readCentres('idrid/od_centers.csv')
  const foveas = await readCentres('idrid/fovea_centers.csv')
  const located = [...discs].map(([name, disc]): LandmarkCase => {
    const photograph = `idrid/images/${name}.jpg`
    const fovea = foveas.get(name) ?? null
    return {
      name,
      set: 'IDRiD',
      use: useOf(uses, photograph),
      photograph,
      disc,
      fovea,
      discMask: null,
    }
  })
  const outlined = ['IDRiD_55', 'IDRiD_56', 'IDRiD_57'].map((name): LandmarkCase => {
    const photograph = `idrid/lesions/${name}.jpg`
    const discMask = `idrid/lesions/${name}_OD.tif`
    return {
      name,
      set: 'IDRiD',
      use: useOf(uses, photograph),
      photograph,
      disc: null,
      fovea: null,
      discMask,
    }
  })
  const lesAv = (await vesselCases()).filter(({ set }) => set === 'LES-AV')
  return [
    ...located,
    ...outlined,
    ...lesAv.map((each): LandmarkCase => ({
      ...each,
      use: useOf(uses, each.photograph),
      disc: null,
      fovea: null,
      discMask: each.photograph.replace('/images/', '/od/'),
    })),
  ]
}

function useOf(uses: ReadonlyMap<string, string>, photograph: string): Use {
  return (uses.get(photograph) ?? 'measure-only') as Use
}

/** From the file that the landmarks' network was trained on. */
async function landmarkUses(): Promise<Map<string, string>> {
  const rows = await readRows(path.join(import.meta.dirname, '../../training/landmarks.csv'))
  return new Map(rows.map(([photograph = '', use = '']) => [photograph, use]))
}

async function readCentres(file: string): Promise<Map<string, Point>> {
  const rows = await readRows(path.join(folder, file))
  return new Map(rows.map(([name = '', x, y]) => [name, { x: Number(x), y: Number(y) }]))
}

async function readRows(file: string): Promise<string[][]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}
