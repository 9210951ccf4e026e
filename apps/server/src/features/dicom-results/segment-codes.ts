import { snomedCode, type Code } from '#dicom/objects/common'

/** Codes of segments (PS3.16 CID 7150 and 7151). */
interface SegmentCodes {
  readonly category: Code
  readonly type: Code
}

const structure = snomedCode('123037004', 'Anatomical Structure')
const alteration = snomedCode('49755003', 'Morphologically Altered Structure')

const anatomy = (value: string, meaning: string): SegmentCodes => ({
  category: structure,
  type: snomedCode(value, meaning),
})

const vessels = anatomy('59820001', 'Blood vessel')
const arteries = anatomy('27988004', 'Retinal artery')
const veins = anatomy('85003000', 'Retinal vein')
const disc = anatomy('81016008', 'Optic disc')
const macula = anatomy('362517001', 'Macula lutea')
const fovea = anatomy('67046006', 'Fovea centralis')
const exudates = { category: alteration, type: snomedCode('39832008', 'Retinal exudate') }

/** Unambiguous category names, in the singular and without punctuation. */
const known = new Map<string, SegmentCodes>([
  ['vessel', vessels],
  ['blood vessel', vessels],
  ['retinal vessel', vessels],
  ['혈관', vessels],
  ['망막혈관', vessels],
  ['artery', arteries],
  ['arterie', arteries],
  ['arteriole', arteries],
  ['retinal arteriole', arteries],
  ['세동맥', arteries],
  ['동맥', arteries],
  ['vein', veins],
  ['venule', veins],
  ['retinal venule', veins],
  ['세정맥', veins],
  ['정맥', veins],
  ['optic disc', disc],
  ['optic disk', disc],
  ['시신경유두', disc],
  ['macula', macula],
  ['황반', macula],
  ['fovea', fovea],
  ['중심와', fovea],
  ['exudate', exudates],
  ['삼출물', exudates],
])

/** The codes of a category's segment: the standard's if its name is unambiguous, else our own. */
export function segmentCodes({ id, name }: { id: number; name: string }): SegmentCodes {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  const found = known.get(plain) ?? known.get(plain.replace(/s$/, '')) ?? known.get(joined(plain))
  const own = { value: `CATEGORY-${id}`, scheme: '99FOVEA', meaning: name }
  return found ?? { category: alteration, type: own }
}

/** Korean names are written with and without spaces. */
function joined(name: string): string {
  return name.replaceAll(' ', '')
}
