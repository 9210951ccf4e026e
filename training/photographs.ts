import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'

/** What the photographs are for: fitting, choosing and stopping, or measuring only. */
type Use = 'train' | 'hold-out' | 'measure-only'

/** A photograph with its manual vessel map, all paths below the folder of photographs. */
export interface Case {
  readonly name: string
  readonly use: Use
  readonly photograph: string
  /** Grey, above 127 on vessels; null where only `arteriesAndVeins` is known. */
  readonly vessels: string | null
  /** 1 arteriole, 2 venule, 3 either or both, 0 neither; null where unknown. */
  readonly arteriesAndVeins: string | null
}

/**
 * All photographs with vessel maps. Those of one person are used alike. DRIVE's terms forbid
 * commercial use: nothing that is shipped may be trained on it.
 */
export async function listCases(folder: string): Promise<Case[]> {
  const names = async (path: string) => (await readdir(join(folder, path))).toSorted()
  const hrf = (await names('hrf/images')).map((file): Case => {
    const { name } = parse(file)
    return {
      name: `hrf-${name}`,
      use: name.startsWith('05') ? 'hold-out' : 'train',
      photograph: `hrf/images/${file}`,
      vessels: null,
      arteriesAndVeins: `hrf/av_1st_manual/${name}_AVmanual.png`,
    }
  })
  const chase = (await names('chasedb1')).filter((file) => file.endsWith('.jpg'))
  const children = [...new Set(chase.map((file) => file.slice(0, 8)))]
  const lesAv = await names('les-av/images')
  return [
    ...hrf,
    ...chase.map((file): Case => {
      const { name } = parse(file)
      return {
        name: `chase-${name}`,
        use: file.startsWith(children.at(-1) ?? '') ? 'hold-out' : 'train',
        photograph: `chasedb1/${file}`,
        vessels: `chasedb1/${name}_1stHO.png`,
        arteriesAndVeins: null,
      }
    }),
    ...lesAv.map((file, index): Case => ({
      name: `les-av-${parse(file).name}`,
      use: index >= lesAv.length - 2 ? 'hold-out' : 'train',
      photograph: `les-av/images/${file}`,
      vessels: null,
      arteriesAndVeins: `les-av/1st_manual/${file}`,
    })),
    ...(await names('drive/images')).map((file): Case => {
      const number = file.slice(0, 2)
      return {
        name: `drive-${number}`,
        use: 'measure-only',
        photograph: `drive/images/${file}`,
        vessels: `drive/1st_manual/${number}_manual1.gif`,
        arteriesAndVeins: `drive/av/${number}_training.png`,
      }
    }),
  ]
}
