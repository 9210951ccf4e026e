import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'

import classes from './thumbnail.module.css'

interface ThumbnailProps {
  /** Null where there is nothing to show. */
  address: string | null
  none: string
  failed: string
}

/** A photograph in a frame of fixed shape, or why there is none. Decoration beside its name. */
export function Thumbnail({ address, none, failed }: ThumbnailProps) {
  const [failedAddress, setFailedAddress] = useState<string | null>(null)
  const hasFailed = address !== null && failedAddress === address
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
          onError={() => setFailedAddress(address)}
        />
      )}
    </div>
  )
}
