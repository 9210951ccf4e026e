import { TwinsSection } from '../features/images/twins-section.tsx'
import { ReceiverPage } from '../features/pacs/receiver-page.tsx'

export function ReceiverScreen() {
  return <ReceiverPage twins={<TwinsSection />} />
}
