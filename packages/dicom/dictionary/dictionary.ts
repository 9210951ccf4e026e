import { commandAttributes } from './command.ts'
import { contentAttributes } from './content.ts'
import { contextAttributes } from './context.ts'

/** The attributes that Fovea writes, or must know the representation of, as 'tag VR' by keyword. */
export const dictionary: typeof commandAttributes &
  typeof contextAttributes &
  typeof contentAttributes = { ...commandAttributes, ...contextAttributes, ...contentAttributes }

export type Keyword = keyof typeof dictionary

/** The value representation of an attribute: `Representation<'PatientName'>` is 'PN'. */
export type Representation<K extends Keyword> =
  (typeof dictionary)[K] extends `${string} ${infer Vr}` ? Vr : never

const representations: ReadonlyMap<string, string> = new Map(
  Object.values(dictionary).map((entry) => {
    const [tag = '', vr = ''] = entry.split(' ')
    return [tag, vr]
  }),
)

/** The value representation that the standard gives a tag; undefined where it is not listed here. */
export function representationOf(tag: string): string | undefined {
  return representations.get(tag)
}

/** An attribute by its keyword, or by its tag as eight digits; undefined where it is not listed here. */
export function attributeOf(name: string): { tag: string; vr: string } | undefined {
  const [tag = '', vr = ''] = entries.get(name)?.split(' ') ?? []
  if (tag !== '') return { tag, vr }
  const known = representations.get(name.toUpperCase())
  return known === undefined ? undefined : { tag: name.toUpperCase(), vr: known }
}

const entries: ReadonlyMap<string, string> = new Map(Object.entries(dictionary))
