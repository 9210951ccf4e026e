import { AnnotatePage } from '../features/annotations/annotate-page.tsx'
import { TwinFlag } from '../features/images/twin-flag.tsx'

export function AnnotateScreen() {
  return <AnnotatePage TwinFlag={TwinFlag} />
}
