import type { Image } from '#contract/images'

import { DocumentsFlag } from '../features/documents/documents-flag.tsx'
import { TwinFlag } from '../features/images/twin-flag.tsx'

/** Notices above an image: twins, and documents of its study. */
export function ImageFlags({ image }: { image: Image }) {
  return (
    <>
      <TwinFlag id={image.id} twin={image.twin} />
      <DocumentsFlag image={image} />
    </>
  )
}
