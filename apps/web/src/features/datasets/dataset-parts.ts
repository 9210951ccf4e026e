import type { ComponentType, ReactNode } from 'react'

import type { Category } from '#contract/categories'
import type { Dataset } from '#contract/datasets'
import type { DatasetField } from '#contract/fields/field'
import type { Image } from '#contract/images'

/** What is known of a dataset that can be exported. */
interface ExportableData {
  readonly dataset: Pick<Dataset, 'bearsIdentity' | 'permissions'>
  readonly categories: readonly Pick<Category, 'id' | 'name'>[]
  /** The task of an export that is under way. */
  readonly exportId: number | null
}

/** What other features put into a dataset's page. */
export interface DatasetParts {
  /** Takes dropped files anywhere over its children and gives them a button to upload with. */
  UploadZone: ComponentType<{
    datasetId: number
    folder: string
    children: (uploadButton: ReactNode) => ReactNode
  }>
  ImageCard: ComponentType<{
    image: Image
    address: string
    fields: readonly DatasetField[]
  }>
  ExportButton: ComponentType<{
    datasetId: number
    data: ExportableData | undefined
    onStarted: () => void
  }>
  AnalyseAllButton: ComponentType<{ datasetId: number }>
  /** The networks that its images are analysed with. */
  ModelsSection: ComponentType<{ datasetId: number; mayChange: boolean }>
  ScanButton: ComponentType<{
    datasetId: number
    /** The task of a scan that is under way. */
    runningTask: number | null
  }>
  ImportButton: ComponentType<{
    datasetId: number
    /** The task of an import that is under way. */
    runningTask: number | null
  }>
  GenerateButton: ComponentType<{
    datasetId: number
    /** The task that adds images now. */
    runningTask: number | null
  }>
  /** The archive that the dataset retrieves from, for its owner. */
  PacsSection: ComponentType<{ dataset: Dataset }>
  /** The order system of the hospital, for its owner. */
  MicsSection: ComponentType<{ dataset: Dataset }>
  /** The scales of its cameras and the table of patient data, for its owner. */
  PatientDataSection: ComponentType<{ dataset: Dataset }>
  /** What goes to the hospital's FHIR server by itself, for its owner. */
  FhirSection: ComponentType<{ dataset: Dataset }>
  /** The fields that readers fill in, for its owner. */
  FieldsSection: ComponentType<{ datasetId: number }>
  /** Narrows a list by fields; its value is that of the list's query. */
  FieldFiltersForm: ComponentType<{
    fields: readonly DatasetField[]
    value: string | undefined
    onChange: (value: string | undefined) => void
  }>
  StatisticsTab: ComponentType<{ datasetId: number }>
  ExportList: ComponentType<{ datasetId: number; runningTask: number | null }>
}
