import type { Image } from '#contract/images'

import { AssignChosenButton } from '../features/assignments/assign-chosen-button.tsx'
import { LabelChosenButton } from '../features/categories/label-chosen-button.tsx'
import type { ExportableData } from '../features/datasets/dataset-parts.ts'
import { ExportButton } from '../features/exports/export-button.tsx'
import { DeleteChosenButton } from '../features/images/delete-chosen-button.tsx'
import { ReferChosenButton } from '../features/mics/refer-chosen-button.tsx'

interface ChosenActionsProps {
  datasetId: number
  images: readonly Image[]
  data: ExportableData
}

/** Actions on the chosen images of a list. */
export function ChosenActions({ datasetId, images, data }: ChosenActionsProps) {
  const ids = images.map(({ id }) => id)
  return (
    <>
      <ReferChosenButton datasetId={datasetId} images={images} />
      <LabelChosenButton datasetId={datasetId} images={images} categories={data.categories} />
      <AssignChosenButton datasetId={datasetId} ids={ids} />
      <ExportButton datasetId={datasetId} data={data} images={ids} onStarted={() => undefined} />
      <DeleteChosenButton datasetId={datasetId} images={images} />
    </>
  )
}
