import { commandAttributes } from './command.ts'
import { contentAttributes } from './content.ts'
import { contextAttributes } from './context.ts'
import standard from './standard.json' with { type: 'json' }

/** The attributes that Fovea writes, as 'tag VR' by keyword. */
export const dictionary: typeof commandAttributes &
  typeof contextAttributes &
  typeof contentAttributes = { ...commandAttributes, ...contextAttributes, ...contentAttributes }

export type Keyword = keyof typeof dictionary

/** The value representation of an attribute: `Representation<'PatientName'>` is 'PN'. */
export type Representation<K extends Keyword> =
  (typeof dictionary)[K] extends `${string} ${infer Vr}` ? Vr : never

interface Attribute {
  readonly tag: string
  readonly vr: string
}

/**
 * The attributes of PS3.6 and PS3.7, including retired ones, by tag; an X matches any digit, as in the
 * overlays' 60XX3000. Some have a choice of representations: 'US or SS'.
 */
const [byTag, byKeyword] = indexed(standard.attributes)

function indexed(
  attributes: Readonly<Record<string, string>>,
): readonly [ReadonlyMap<string, string>, ReadonlyMap<string, Attribute>] {
  const [tags, keywords] = [new Map<string, string>(), new Map<string, Attribute>()]
  for (const [vr, listed] of Object.entries(attributes)) {
    for (const entry of listed.split(' ')) {
      const [tag = '', keyword = ''] = entry.split('=')
      tags.set(tag, vr)
      if (keyword !== '') keywords.set(keyword, { tag, vr })
    }
  }
  return [tags, keywords]
}

const repeating = [...byTag].flatMap(([tag, vr]) =>
  tag.includes('X') ? [{ pattern: new RegExp(`^${tag.replaceAll('X', '.')}$`), vr }] : [],
)

/**
 * The standard's value representation of a tag; undefined if it has none. `isSigned` is the data set's Pixel
 * Representation, which decides between US and SS (PS3.5 annex A.1).
 */
export function representationOf(tag: string, isSigned = false): string | undefined {
  const vr = byTag.get(tag) ?? repeating.find(({ pattern }) => pattern.test(tag))?.vr
  return vr === undefined ? undefined : chosen(vr, isSigned)
}

/** The one of several representations that implicit encoding uses. */
function chosen(vr: string, isSigned: boolean): string {
  if (vr.endsWith('OW')) return 'OW'
  return vr === 'US or SS' ? (isSigned ? 'SS' : 'US') : vr
}

/** An attribute by its keyword, or by its tag as eight digits; undefined if the standard has none. */
export function attributeOf(name: string): Attribute | undefined {
  const known = byKeyword.get(name)
  if (known !== undefined) return { tag: known.tag, vr: chosen(known.vr, false) }
  const tag = name.toUpperCase()
  const vr = /^[0-9A-F]{8}$/.test(tag) ? representationOf(tag) : undefined
  return vr === undefined ? undefined : { tag, vr }
}
