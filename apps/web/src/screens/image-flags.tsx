import type { Image } from '#contract/images'

import { DocumentsFlag } from '../features/documents/documents-flag.tsx'
import { TwinFlag } from '../features/images/twin-flag.tsx'

/** What is to be known of an image before its content: twins, and documents of its study. */
export function ImageFlags({ image }: { image: Image }) {
  return (
    <>
      <TwinFlag id={image.id} twin={image.twin} />
      <DocumentsFlag image={image} />
    </>
  )
}
