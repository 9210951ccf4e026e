/**
 * Fetches a picture whose address names its version. While the server is out of reach, the browser's copy
 * from an earlier display is taken without asking whether it is still permitted.
 */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(address, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    return fetch(address, { signal, cache: 'force-cache' })
  }
}
