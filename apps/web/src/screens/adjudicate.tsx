import { useParams } from 'react-router'

import { AdjudicatePage } from '../features/adjudication/adjudicate-page.tsx'
import { FieldInput } from '../features/fields/field-input.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

const parts = { FieldInput }

export function AdjudicateScreen() {
  const { identifier, assignment, image } = useParams()
  const [datasetId, assignmentId, imageId] = [identifier, assignment, image].map(Number)
  if (!isId(datasetId) || !isId(assignmentId) || !isId(imageId)) return <NotFoundPage />
  return <AdjudicatePage place={{ datasetId, assignmentId }} imageId={imageId} parts={parts} />
}

function isId(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}
