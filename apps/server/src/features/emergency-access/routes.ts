import {
  beginEmergencyAccess,
  confirmEmergencyAccess,
  emergencyHours,
  listEmergencyAccess,
} from '#contract/emergency-access'
import { message } from '#contract/messages/message'

import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { postNotice, type NoticeDeps } from '../users/mail-notice.ts'
import { announceDataset } from '../datasets/announce.ts'
import { countBegun, insertAccesses, mayBegin, unseenBy } from './queries.ts'

const hourMs = 3600_000
/** Each begins with a search for a patient, so that nobody can try out many IDs. */
const mostPerHour = 5

export function emergencyAccessRoutes(deps: NoticeDeps): Route[] {
  const { clock } = deps
  return [
    serve(beginEmergencyAccess, async ({ db, actor, body, concerns }) => {
      concerns({
        type: 'emergency-access',
        detail: { patient: body.patient_id, reason: body.reason },
      })
      if (actor.id === null || !(await mayBegin(db, actor.id))) {
        throw new Problem('forbidden', message('emergencyAccess.notAllowed'))
      }
      const begunAt = clock()
      const begun = await countBegun(db, actor.id, new Date(begunAt.getTime() - hourMs))
      if (begun >= mostPerHour) {
        throw new Problem('too_many_attempts', message('emergencyAccess.tooMany'))
      }
      const endsAt = new Date(begunAt.getTime() + emergencyHours * hourMs)
      const found = await insertAccesses(db, actor, {
        userId: actor.id,
        patientId: body.patient_id,
        reason: body.reason,
        begunAt,
        endsAt,
      })
      for (const { id, ownerId } of found) {
        await announceDataset(db, id, 'members')
        const event = `emergency-access-${id}-${begunAt.getTime()}`
        const notice = { kind: 'emergencyAccess', datasetId: id } as const
        await postNotice(db, deps, notice, { userId: ownerId, event })
      }
      return { ends_at: endsAt.toISOString() }
    }),

    serve(listEmergencyAccess, async ({ db, actor }) => {
      const rows = await unseenBy(db, actor).execute()
      return {
        accesses: rows.map(({ dataset_id: id, dataset_name: name, ...row }) => ({
          ...row,
          dataset: { id, name },
          begun_at: row.begun_at.toISOString(),
          ends_at: row.ends_at.toISOString(),
        })),
      }
    }),

    serve(confirmEmergencyAccess, async ({ db, actor, params, concerns }) => {
      const found = await unseenBy(db, actor)
        .where('emergency_access.id', '=', params.id)
        .executeTakeFirst()
      if (found === undefined) throw notFound('emergencyAccess')
      concerns({ type: 'emergency-access', id: found.id, datasetId: found.dataset_id })
      await db
        .updateTable('emergency_access')
        .set({ seen_at: clock() })
        .where('id', '=', found.id)
        .execute()
      return { success: true } as const
    }),
  ]
}
