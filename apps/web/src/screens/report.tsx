import { useParams } from 'react-router'

import { Legend } from '../features/annotations/analysis/legend.tsx'
import { PatientDocuments } from '../features/documents/patient-documents.tsx'
import { TwinFlag } from '../features/images/twin-flag.tsx'
import { RegulatoryBlock } from '../features/info/regulatory-block.tsx'
import { PatientDataButton } from '../features/patient-data/patient-data-button.tsx'
import { StateEye } from '../features/patient-data/state-eye.tsx'
import { HandoutPage } from '../features/reports/handout-page.tsx'
import { PatientPage } from '../features/reports/patient-page.tsx'
import { ReportPage } from '../features/reports/report-page.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

export function ReportScreen() {
  const id = useImageId()
  if (id === null) return <NotFoundPage />
  return <ReportPage key={id} imageId={id} parts={{ RegulatoryBlock, Legend, PatientDataButton }} />
}

export function PatientReportScreen() {
  const id = useImageId()
  if (id === null) return <NotFoundPage />
  return <PatientPage key={id} imageId={id} parts={{ TwinFlag, PatientDocuments }} />
}

export function HandoutScreen() {
  const id = useImageId()
  if (id === null) return <NotFoundPage />
  return <HandoutPage key={id} imageId={id} parts={{ StateEye }} />
}

function useImageId(): number | null {
  const id = Number(useParams()['identifier'])
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
