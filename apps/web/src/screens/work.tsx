import { useParams } from 'react-router'

import { AdjudicationList } from '../features/adjudication/adjudication-list.tsx'
import { ScorePage } from '../features/adjudication/score-page.tsx'
import { WorkPage } from '../features/assignments/work-page.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

const parts = { AdjudicationList }

export function WorkScreen() {
  return <WorkPage parts={parts} />
}

export function ScoreScreen() {
  const id = Number(useParams()['identifier'])
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />
  return <ScorePage workId={id} />
}
