import { message } from '#contract/messages/message'
import { getReferences, setReferences, type SiteReference } from '#contract/references'

import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { findReferences, keepReferences, lockReferences } from './queries.ts'

export function referenceRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    serve(getReferences, async ({ db, actor }) => findReferences(db, actor.siteId)),

    serve(setReferences, async ({ db, actor, body: { references, replaces }, concerns }) => {
      refuseContradictions(references)
      const current = await lockReferences(db, actor.siteId)
      if ((current.entered?.at ?? null) !== replaces) {
        const told = message('references.changed', { by: current.entered?.by ?? '' })
        throw new Problem('stale_revision', told, { current })
      }
      const entered = { by: actor.name || actor.username, at: clock().toISOString() }
      await keepReferences(db, actor.siteId, { references, entered })
      concerns({ type: 'setting', detail: { references } })
      return { references, entered }
    }),
  ]
}

/**
 * @throws {Problem} invalid_input if a person could have two references of a measure, or never any
 */
function refuseContradictions(references: readonly SiteReference[]): void {
  for (const [i, one] of references.entries()) {
    if (one.age_from > one.age_to)
      throw new Problem('invalid_input', message('references.agesReversed', { number: i + 1 }))
    const other = references.findIndex((each, k) => k > i && overlap(one, each))
    if (other >= 0)
      throw new Problem(
        'invalid_input',
        message('references.overlap', { first: i + 1, second: other + 1 }),
      )
  }
}

function overlap(one: SiteReference, other: SiteReference): boolean {
  const isSameSex = one.sex === null || other.sex === null || one.sex === other.sex
  const isSameAge = one.age_from <= other.age_to && other.age_from <= one.age_to
  return one.measure === other.measure && isSameSex && isSameAge
}
