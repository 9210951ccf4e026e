import { useState } from 'react'

/** Whether a picture has loaded or failed, with the events of its element that tell. */
export function useLoadedPicture(address: string | null, attempt: number) {
  const [failure, setFailure] = useState<{ address: string; attempt: number } | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  return {
    isLoaded: address !== null && loaded === address,
    hasFailed: address !== null && failure?.address === address && failure.attempt === attempt,
    onLoad: () => setLoaded(address),
    onError: () => setFailure(address === null ? null : { address, attempt }),
  }
}
