import { DatasetsPage } from '../features/datasets/datasets-page.tsx'
import { ClinicButton } from '../features/example-clinic/clinic-button.tsx'
import { ClinicOffer } from '../features/example-clinic/clinic-offer.tsx'
import { GuideCard } from '../features/guide/guide-card.tsx'

const parts = { ClinicButton, ClinicOffer, GuideCard }

export function DatasetsScreen() {
  return <DatasetsPage parts={parts} />
}
