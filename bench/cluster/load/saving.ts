import { randomUUID } from 'node:crypto'

import { createAnnotation, saveAnnotatorData } from '#contract/annotations'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'

import { pause, upload, type Study } from './study.ts'
import type { Work } from './work.ts'

/** Few enough that an image still opens quickly. */
const annotationsOfImage = 50

/** One person outlines lesions in one image after the other; each has a mark of its own. */
export async function saving(study: Study): Promise<Work> {
  const acknowledged = new Set<string>()
  const reader = await study.person('saving')
  return {
    name: 'annotation',
    acknowledged,
    async run() {
      let image_id = 0
      for (let i = 0; ; i += 1) {
        if (i % annotationsOfImage === 0) image_id = await upload(reader, study.readings)
        const mark = randomUUID()
        const area = { segmentation: [[1, 1, 9, 1, 9, 9]], metadata: { mark } }
        const body = { image_id, category_id: study.category, ...area, save_id: randomUUID() }
        await reader.call(createAnnotation, { body })
        acknowledged.add(mark)
        await pause(study)
      }
    },
    stored: () =>
      study.counted(
        `select metadata->>'mark' as key, count(*) from annotation
         where metadata ? 'mark' and deleted_at is null group by 1`,
      ),
  }
}

/** A grader states grade and comment of one image; each comment is another one. */
export async function grading(study: Study): Promise<Work> {
  const acknowledged = new Set<string>()
  const grader = await study.person('saving')
  return {
    name: 'grade',
    acknowledged,
    async run() {
      const [id = 0] = study.images
      let [grade, said]: [string | null, string | null] = [null, null]
      for (let i = 0; ; i += 1) {
        const [nextGrade, next] = [String(i % 5), randomUUID()]
        const fields = {
          [drGrade.key]: { from: grade, to: nextGrade },
          [comment.key]: { from: said, to: next },
        }
        await grader.call(saveAnnotatorData, { body: { image: { id, fields } } })
        acknowledged.add(next)
        ;[grade, said] = [nextGrade, next]
        await pause(study)
      }
    },
    // The history has each change once, and the current value is that of the last.
    stored: () =>
      study.counted(
        `select after #>> '{}' as key, count(*) from field_history
         where key = '${comment.key}' and after is not null group by 1`,
      ),
  }
}
