import { useParams } from 'react-router'

import type { Image } from '#contract/images'

import { AnalyseAllButton } from '../features/analysis/analyse-all-button.tsx'
import { PredictItem } from '../features/analysis/predict-item.tsx'
import { CommentsNote } from '../features/comments/comments-note.tsx'
import { TablePage } from '../features/datasets/table-page.tsx'
import type { TableParts } from '../features/datasets/table-parts.ts'
import { DocumentsNote } from '../features/documents/documents-note.tsx'
import { ExportButton } from '../features/exports/export-button.tsx'
import { FhirItem } from '../features/fhir/fhir-item.tsx'
import { FieldFiltersForm } from '../features/fields/field-filters.tsx'
import { ImagePicture } from '../features/images/image-picture.tsx'
import { ImageRowMenu } from '../features/images/image-row-menu.tsx'
import { TwinFlag } from '../features/images/twin-flag.tsx'
import { UploadZone } from '../features/images/upload-zone.tsx'
import { FhirSection } from '../features/fhir/fhir-section.tsx'
import { MicsSection } from '../features/mics/mics-section.tsx'
import { OrderItem } from '../features/mics/order-item.tsx'
import { ReferButton } from '../features/mics/refer-button.tsx'
import { ReferralNote } from '../features/mics/referral-note.tsx'
import { UndeliveredNote } from '../features/outbox/undelivered-note.tsx'
import { PacsItems } from '../features/pacs/pacs-items.tsx'
import { PacsNote } from '../features/pacs/pacs-note.tsx'
import { PacsSection } from '../features/pacs/pacs-section.tsx'
import { RetrieveButton } from '../features/pacs/retrieve-button.tsx'
import { PatientDataSection } from '../features/patient-data/patient-data-section.tsx'
import { PatientDataItem } from '../features/patient-data/patient-data-item.tsx'
import { ReportItem } from '../features/reports/report-item.tsx'
import { SavedFiltersMenu } from '../features/saved-filters/saved-filters-menu.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { ChosenActions } from './chosen-actions.tsx'

const parts: TableParts = {
  UploadZone,
  ExportButton,
  PacsSection,
  MicsSection,
  FhirSection,
  PatientDataSection,
  FieldFiltersForm,
  ImagePicture,
  ReferButton,
  ReferralNote: Notes,
  ImageMenu,
  AnalyseAllButton,
  ChosenActions,
  SavedFilters: SavedFiltersMenu,
  RetrieveButton,
}

export function TabularDatasetScreen() {
  const id = Number(useParams()['identifier'])
  if (!Number.isSafeInteger(id) || id < 1) return <NotFoundPage />
  return <TablePage key={id} datasetId={id} parts={parts} />
}

/** Notes on an image: its order, its result, its PACS transfers, its comments, and its twins. */
function Notes({ image }: { image: Image }) {
  return (
    <>
      <ReferralNote image={image} />
      <UndeliveredNote image={image} />
      <PacsNote image={image} />
      <DocumentsNote image={image} />
      <CommentsNote image={image} />
      <TwinFlag id={image.id} twin={image.twin} />
    </>
  )
}

function ImageMenu({ image, address }: { image: Image; address: string }) {
  return (
    <ImageRowMenu image={image} address={address}>
      <ReportItem image={image} />
      <PredictItem image={image} />
      <FhirItem image={image} />
      <OrderItem image={image} />
      <PacsItems image={image} />
      <PatientDataItem image={image} />
    </ImageRowMenu>
  )
}
