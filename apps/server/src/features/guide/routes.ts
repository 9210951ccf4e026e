import { getGuide } from '#contract/guide'

import { serve, type Route } from '../../platform/http/route.ts'
import { findPhotograph, ownDataset } from './places.ts'
import { stepsDone } from './steps-done.ts'

export function guideRoutes(): Route[] {
  return [
    serve(getGuide, async ({ db, actor }) => ({
      done: await stepsDone(db, actor),
      own_dataset: await ownDataset(db, actor),
      photograph: await findPhotograph(db, actor),
    })),
  ]
}
