import type { TFunction } from 'i18next'
import { z } from 'zod'

import { GivenRole } from '#contract/roles'

const Changed = { from: GivenRole.nullable(), to: GivenRole.nullable() }

/** A changed role of a user or a group in a dataset; null: none. */
const RoleChange = z.union([
  z
    .object({ username: z.string(), ...Changed })
    .transform(({ username: who, ...rest }) => ({ who, ...rest })),
  z
    .object({ group: z.string(), ...Changed })
    .transform(({ group: who, ...rest }) => ({ who, ...rest })),
])

/** A dataset that somebody joined by a group of the identity provider. */
const Joined = z.object({ dataset: z.int(), role: GivenRole })

/** A value of an audited detail in words; as JSON if it has no words. */
export function detailText(value: unknown, t: TFunction): string {
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((each) => detailText(each, t)).join(', ')
  const nameOf = (role: GivenRole | null) =>
    role === null ? t('audit.noRole') : t(`roles.names.${role}`)
  const changed = RoleChange.safeParse(value).data
  if (changed !== undefined) {
    return `${changed.who} (${nameOf(changed.from)} → ${nameOf(changed.to)})`
  }
  const joined = Joined.safeParse(value).data
  if (joined !== undefined) return `${joined.dataset} (${nameOf(joined.role)})`
  return JSON.stringify(value)
}
