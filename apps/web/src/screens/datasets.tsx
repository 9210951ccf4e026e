import { DatasetsPage } from '../features/datasets/datasets-page.tsx'
import { AccessNotices } from '../features/emergency-access/access-notices.tsx'
import { EmergencyButton } from '../features/emergency-access/emergency-button.tsx'
import { ClinicButton } from '../features/example-clinic/clinic-button.tsx'
import { ClinicOffer } from '../features/example-clinic/clinic-offer.tsx'
import { GuideCard } from '../features/guide/guide-card.tsx'

const parts = { AccessNotices, ClinicButton, ClinicOffer, EmergencyButton, GuideCard }

export function DatasetsScreen() {
  return <DatasetsPage parts={parts} />
}
