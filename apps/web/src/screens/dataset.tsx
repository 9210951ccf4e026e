import type { ComponentProps, ReactNode } from 'react'
import { useParams } from 'react-router'

import type { Dataset } from '#contract/datasets'
import type { DatasetField } from '#contract/fields/field'
import type { Image } from '#contract/images'

import { AnalyseAllButton } from '../features/analysis/analyse-all-button.tsx'
import { CommentsNote } from '../features/comments/comments-note.tsx'
import { AgreementPart } from '../features/adjudication/agreement-part.tsx'
import { AssignedImages } from '../features/adjudication/assigned-images.tsx'
import { AssignmentsTab } from '../features/assignments/assignments-tab.tsx'
import { DatasetPage } from '../features/datasets/dataset-page.tsx'
import type { DatasetParts } from '../features/datasets/dataset-parts.ts'
import { ExportButton } from '../features/exports/export-button.tsx'
import { ExportList } from '../features/exports/export-list.tsx'
import { FieldFacts } from '../features/fields/field-facts.tsx'
import { FieldFiltersForm } from '../features/fields/field-filters.tsx'
import { FieldsSection } from '../features/fields/fields-section.tsx'
import { GenerateButton } from '../features/generate/generate-button.tsx'
import { ImageCard } from '../features/images/image-card.tsx'
import { ImportButton } from '../features/imports/import-button.tsx'
import { MaskQuestion } from '../features/images/mask-choice.tsx'
import { ScanButton } from '../features/images/scan-button.tsx'
import { UploadZone } from '../features/images/upload-zone.tsx'
import { ModelsSection } from '../features/models/models-section.tsx'
import { FhirSection } from '../features/fhir/fhir-section.tsx'
import { MicsSection } from '../features/mics/mics-section.tsx'
import { PatientDataSection } from '../features/patient-data/patient-data-section.tsx'
import { PacsSection } from '../features/pacs/pacs-section.tsx'
import { WebhooksSection } from '../features/webhooks/webhooks-section.tsx'
import { ReleasesTab } from '../features/releases/releases-tab.tsx'
import { StatisticsTab } from '../features/statistics/statistics-tab.tsx'
import { SavedFiltersMenu } from '../features/saved-filters/saved-filters-menu.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ChosenActions } from './chosen-actions.tsx'
import { ImageFlags } from './image-flags.tsx'

const parts: DatasetParts = {
  UploadZone,
  ImageCard: FlaggedCard,
  ChosenActions,
  SavedFilters: SavedFiltersMenu,
  ExportButton,
  ExportList,
  ImportButton,
  GenerateButton,
  PacsSection,
  MicsSection,
  FhirSection,
  WebhooksSection,
  PatientDataSection,
  FieldsSection,
  FieldFiltersForm,
  AssignmentsTab: Assignments,
  StatisticsTab,
  ReleasesTab: ReleasesWithChecks,
  ScanButton,
  AnalyseAllButton,
  ModelsSection,
}

const assignmentParts = { AssignedImages, AgreementPart }

function Assignments(props: Omit<ComponentProps<typeof AssignmentsTab>, 'parts'>) {
  return <AssignmentsTab {...props} parts={assignmentParts} />
}

function ReleasesWithChecks({ dataset }: { dataset: Pick<Dataset, 'id' | 'bearsIdentity'> }) {
  return <ReleasesTab dataset={dataset} MaskQuestion={MaskQuestion} />
}

interface FlaggedCardProps {
  image: Image
  address: string
  fields: readonly DatasetField[]
  checkbox: ReactNode
}

function FlaggedCard({ fields, ...card }: FlaggedCardProps) {
  return (
    <ImageCard {...card}>
      <ImageFlags image={card.image} />
      <CommentsNote image={card.image} />
      <FieldFacts fields={fields} values={card.image.fields} />
    </ImageCard>
  )
}

export function DatasetScreen() {
  const id = Number(useParams()['identifier'])
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />
  return <DatasetPage key={id} datasetId={id} parts={parts} />
}
