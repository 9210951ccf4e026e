import { AnnotatePage } from '../features/annotations/annotate-page.tsx'
import { ImageFlags } from './image-flags.tsx'

export function AnnotateScreen() {
  return <AnnotatePage Flags={ImageFlags} />
}
