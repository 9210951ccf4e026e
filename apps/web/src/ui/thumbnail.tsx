import type { ReactNode } from 'react'

import { IconPhotoOff } from './icons.ts'
import classes from './thumbnail.module.css'
import { useLoadedPicture } from './use-loaded-picture.ts'

interface ThumbnailProps {
  /** Null if there is nothing to show. */
  address: string | null
  none: ReactNode
  /** Its icon: by default that of a photograph that cannot be shown. */
  noneIcon?: ReactNode
  failed: string
  /** A new number retries a photograph that failed to load. */
  attempt?: number
}

/**
 * A photograph in a frame of fixed shape, or the reason why there is none. A decoration beside the name.
 */
export function Thumbnail({ address, none, noneIcon, failed, attempt = 0 }: ThumbnailProps) {
  const { isLoaded, hasFailed, ...events } = useLoadedPicture(address, attempt)
  return (
    <div className={classes['frame']}>
      {address === null || hasFailed ? (
        <span className={classes['none']}>
          {(!hasFailed && noneIcon) || <IconPhotoOff size={28} aria-hidden />}
          {hasFailed ? failed : none}
        </span>
      ) : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          className={classes['image']}
          data-loaded={isLoaded || undefined}
          {...events}
        />
      )}
    </div>
  )
}
