import { AnnotatorKeys } from '../features/annotations/settings/annotator-keys.tsx'
import { HelpPage } from '../features/guide/help-page.tsx'

export function HelpScreen() {
  return <HelpPage annotatorKeys={<AnnotatorKeys />} />
}
