import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'

import classes from './thumbnail.module.css'

interface ThumbnailProps {
  /** Null where there is nothing to show. */
  address: string | null
  none: string
  failed: string
  /** With another number a photograph that could not be fetched is tried again. */
  attempt?: number
}

/** A photograph in a frame of fixed shape, or why there is none. Decoration beside its name. */
export function Thumbnail({ address, none, failed, attempt = 0 }: ThumbnailProps) {
  const [failure, setFailure] = useState<{ address: string; attempt: number } | null>(null)
  const hasFailed = address !== null && failure?.address === address && failure.attempt === attempt
  return (
    <div className={classes['frame']}>
      {address === null || hasFailed ? (
        <span className={classes['none']}>
          <IconPhotoOff size={28} aria-hidden />
          {hasFailed ? failed : none}
        </span>
      ) : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          className={classes['image']}
          onError={() => setFailure({ address, attempt })}
        />
      )}
    </div>
  )
}
