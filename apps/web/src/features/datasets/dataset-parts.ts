import type { ComponentType, ReactNode } from 'react'

import type { Category } from '#contract/categories'
import type { Dataset } from '#contract/datasets'
import type { DatasetField } from '#contract/fields/field'
import type { Image } from '#contract/images'
import type { FilterQuery } from '#contract/saved-filters'

import type { ImageQuery } from './image-query.ts'

/** Data of a dataset for exporting it. */
export interface ExportableData {
  readonly dataset: Pick<Dataset, 'bearsIdentity'>
  readonly categories: readonly Pick<Category, 'id' | 'name'>[]
  /** Task of a running export. */
  readonly exportId: number | null
}

/** Components of other features on a dataset's page. */
export interface DatasetParts {
  /** Accepts files dropped anywhere on its children, and passes them an upload button. */
  UploadZone: ComponentType<{
    datasetId: number
    folder: string
    children: (uploadButton: ReactNode) => ReactNode
  }>
  ImageCard: ComponentType<{
    image: Image
    address: string
    fields: readonly DatasetField[]
    /** Chooses the image. */
    checkbox: ReactNode
  }>
  /** Buttons for actions on the chosen images. */
  ChosenActions: ComponentType<{
    datasetId: number
    images: readonly Image[]
    data: ExportableData
  }>
  ExportButton: ComponentType<{
    datasetId: number
    data: ExportableData | undefined
    onStarted: () => void
  }>
  AnalyseAllButton: ComponentType<{ datasetId: number }>
  /** The networks that analyse its images. */
  ModelsSection: ComponentType<{ datasetId: number; mayChange: boolean }>
  ScanButton: ComponentType<{
    datasetId: number
    /** Task of a running scan. */
    runningTask: number | null
  }>
  ImportButton: ComponentType<{
    datasetId: number
    /** Task of a running import. */
    runningTask: number | null
  }>
  GenerateButton: ComponentType<{
    datasetId: number
    /** Task that is adding images. */
    runningTask: number | null
  }>
  /** The dataset's PACS, for its owner. */
  PacsSection: ComponentType<{ dataset: Dataset }>
  /** The hospital's order system, for the owner. */
  MicsSection: ComponentType<{ dataset: Dataset }>
  /** The scales of the dataset's cameras and the table of patient data, for the owner. */
  PatientDataSection: ComponentType<{ dataset: Dataset }>
  /** Automatic messages to the hospital's FHIR server, for the owner. */
  FhirSection: ComponentType<{ dataset: Dataset }>
  /** The programs that receive its events, for the owner. */
  WebhooksSection: ComponentType<{ datasetId: number }>
  /** The fields that readers fill in, for the owner. */
  FieldsSection: ComponentType<{ datasetId: number }>
  /** The user's saved filters of the list. */
  SavedFilters: ComponentType<{
    datasetId: number
    query: FilterQuery
    onUse: (query: FilterQuery) => void
  }>
  /** Filters a list by fields; the value is the one in the list's query. */
  FieldFiltersForm: ComponentType<{
    fields: readonly DatasetField[]
    value: string | undefined
    onChange: (value: string | undefined) => void
  }>
  /** Which images are assigned to whom for reading, for the owner. */
  AssignmentsTab: ComponentType<{ datasetId: number; filter: ImageQuery; found: number }>
  StatisticsTab: ComponentType<{ datasetId: number }>
  /** Releases for research. */
  ReleasesTab: ComponentType<{ dataset: Pick<Dataset, 'id' | 'bearsIdentity'> }>
  ExportList: ComponentType<{ datasetId: number; runningTask: number | null }>
}
