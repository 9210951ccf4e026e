import { setTimeout as sleep } from 'node:timers/promises'

import { getAnalysisOfAll, requestAnalysisOfAll } from '#contract/analysis'

import { RefusedCall } from '../../../tests/http-client.ts'
import { upload, type Study } from './study.ts'
import type { Work } from './work.ts'

/** Between two looks at the analysis under way. */
const pauseMs = 2000

/** Somebody adds a photograph to a dataset and has the dataset analysed, again and again. */
export async function analysing(study: Study): Promise<Work> {
  const acknowledged = new Set<string>()
  const researcher = await study.person('asking for analyses')
  const query = { dataset_id: study.analyses }

  async function request(): Promise<void> {
    try {
      await researcher.call(requestAnalysisOfAll, { query })
    } catch (error) {
      // Nobody else asks: the answer to the first try was lost, and its analysis is under way.
      if (!(error instanceof RefusedCall) || error.status !== 409) throw error
    }
  }

  return {
    name: 'analysis',
    acknowledged,
    async run() {
      for (;;) {
        const image = await upload(researcher, study.analyses)
        await request()
        acknowledged.add(String(image))
        do await sleep(pauseMs, undefined, { signal: study.over })
        while ((await researcher.call(getAnalysisOfAll, { query })).task !== null)
      }
    },
    stored: () =>
      study.counted(
        `select image_id as key, count(*) from analysis join image on image.id = image_id
         where dataset_id = ${study.analyses} group by 1`,
      ),
  }
}
