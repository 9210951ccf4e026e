import type { Image } from '#contract/images'

import { AnnotatePage } from '../features/annotations/annotate-page.tsx'
import { PatientDataButton } from '../features/patient-data/patient-data-button.tsx'
import { ImageFlags } from './image-flags.tsx'

export function AnnotateScreen() {
  return <AnnotatePage Flags={Flags} PatientDataButton={PatientDataButton} />
}

function Flags({ image }: { image: Image }) {
  return (
    <>
      <ImageFlags image={image} />
      <PatientDataButton image={image} look="flag" />
    </>
  )
}
