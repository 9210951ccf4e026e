import { VisuallyHidden } from '@mantine/core'

import { IconPhotoOff } from './icons.ts'
import classes from './small-thumbnail.module.css'
import { useLoadedPicture } from './use-loaded-picture.ts'

interface SmallThumbnailProps {
  /** Null if there is nothing to show. */
  address: string | null
  /** Name of the photograph. */
  alt: string
  /** Why there is nothing to show. */
  none: string
  failed: string
  /** A new number retries a photograph that failed to load. */
  attempt: number
}

/** A photograph in a row of a table, or a mark with the reason why there is none. */
export function SmallThumbnail({ address, alt, none, failed, attempt }: SmallThumbnailProps) {
  const { isLoaded, hasFailed, ...events } = useLoadedPicture(address, attempt)
  if (address === null || hasFailed) {
    const why = hasFailed ? failed : none
    return (
      <span className={classes['frame']} title={why}>
        <IconPhotoOff size={18} aria-hidden />
        <VisuallyHidden>{why}</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={classes['frame']} data-waiting={!isLoaded || undefined}>
      <img
        src={address}
        alt={alt}
        loading="lazy"
        decoding="async"
        className={classes['image']}
        data-loaded={isLoaded || undefined}
        {...events}
      />
    </span>
  )
}
