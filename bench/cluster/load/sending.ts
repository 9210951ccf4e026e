import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { sent, writePhotograph } from '../../../tests/station.ts'
import { pause, type Study } from './study.ts'
import type { Work } from './work.ts'

const objectsAtOnce = 4

/** A station sends photographs, those again that were not stored. */
export async function sending(study: Study): Promise<Work> {
  const acknowledged = new Set<string>()
  const folder = path.join(study.folder, 'station')
  await mkdir(folder)
  return {
    name: 'object',
    acknowledged,
    async run() {
      let number = 0
      const left = new Set<string>()
      while (!study.over.aborted) {
        while (left.size < objectsAtOnce) left.add(await writePhotograph(folder, number++))
        for await (const file of sent([...left], study.dicomPort)) {
          left.delete(file)
          acknowledged.add(path.basename(file, '.dcm'))
          await rm(file)
        }
        await pause(study)
      }
    },
    stored: () =>
      study.counted(
        `select instance_uid as key, count(*) from image
         where dataset_id = ${study.arrivals} and deleted_at is null group by 1`,
      ),
  }
}
