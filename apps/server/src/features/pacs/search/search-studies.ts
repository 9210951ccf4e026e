import type { z } from 'zod'

import type { PacsCriteria, searchPacs } from '#contract/pacs-search'

import type { Db } from '../../../platform/database/database.ts'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { DatasetRow } from '../../datasets/queries.ts'
import { isSet, notConfigured } from '../archive.ts'
import { explainFault } from '../explain.ts'
import { countPresent } from '../queries.ts'
import { searchArchive } from './search-archive.ts'
import { webSettingsOf } from '../web-settings.ts'

interface SearchDeps {
  readonly outbound: Outbound
  readonly secrets: Secrets
}

interface StudySearch {
  readonly db: Db
  readonly dataset: DatasetRow
  readonly criteria: PacsCriteria
  /** Aborted if the answer is no longer needed. */
  readonly closed: AbortSignal
}

/**
 * The studies in the dataset's archive, and how many images of each the dataset has.
 * @throws {Problem} with the reason if the archive does not answer
 */
export async function searchStudies(
  deps: SearchDeps,
  { db, dataset, criteria, closed }: StudySearch,
): Promise<z.input<typeof searchPacs.response>> {
  const archive = webSettingsOf(deps, dataset)
  const { settings } = archive
  if (!isSet(settings)) throw notConfigured()
  try {
    const { studies, more } = await searchArchive(deps.outbound, archive, { criteria, closed })
    const uids = studies.map(({ study_uid: uid }) => uid)
    const present = await countPresent(db, dataset.id, uids)
    return {
      studies: studies.map((study) => ({ ...study, present: present.get(study.study_uid) ?? 0 })),
      more,
    }
  } catch (error) {
    closed.throwIfAborted()
    const why = explainFault(error, { ...settings, isSearch: true })
    throw new Problem('service_failed', why, { cause: error })
  }
}
