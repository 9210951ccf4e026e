import { message } from '#contract/messages/message'
import { createSite, deleteSite, listSites, renameSite, type Site } from '#contract/sites'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import { openWall } from '../../platform/database/scope.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { describedSites, raiseWalls } from './queries.ts'

export function siteRoutes(): Route[] {
  return [
    serve(listSites, async ({ db }) => ({ sites: await db.transaction().execute(listDescribed) })),

    serve(createSite, async ({ db, body, concerns }) => {
      const { id } = await db
        .insertInto('site')
        .values({ name: body.name })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch(tellTaken)
      await raiseWalls(db)
      concerns({ type: 'site', id, detail: body })
      return getSite(db, id)
    }),

    serve(renameSite, async ({ db, params, body, concerns }) => {
      concerns({ type: 'site', id: params.id, detail: body })
      await getSite(db, params.id)
      await db
        .updateTable('site')
        .set({ name: body.name })
        .where('id', '=', params.id)
        .execute()
        .catch(tellTaken)
      return getSite(db, params.id)
    }),

    serve(deleteSite, async ({ db, params, concerns }) => {
      const site = await getSite(db, params.id)
      concerns({ type: 'site', id: site.id, detail: { name: site.name } })
      if (site.accounts > 0 || site.datasets > 0) {
        throw new Problem('not_possible_now', message('sites.notEmpty', { name: site.name }))
      }
      await db
        .updateTable('app_user')
        .set({ site_id: null })
        .where('site_id', '=', site.id)
        .execute()
      await db.deleteFrom('site').where('id', '=', site.id).execute()
      return { success: true } as const
    }),
  ]
}

async function listDescribed(trx: Db): Promise<Site[]> {
  await openWall(trx)
  return describedSites(trx).execute()
}

async function getSite(trx: Db, id: number): Promise<Site> {
  await openWall(trx)
  const site = await describedSites(trx).where('site.id', '=', id).executeTakeFirst()
  if (site === undefined) throw notFound('site')
  return site
}

function tellTaken(error: unknown): never {
  throw breaksUnique(error, 'site_name')
    ? new Problem('name_taken', message('sites.nameTaken'))
    : error
}
