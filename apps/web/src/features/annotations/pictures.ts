import { type Image, renditionWidths } from '#contract/images'

import { problemOf, unreachable } from '../../api/call-error.ts'
import type { Picture } from '../../canvas/photograph.ts'
import { pictureAddress, resultAddress } from './api.ts'

export type LoadedPicture = Picture & { readonly source: ImageBitmap }

/**
 * Loads the photograph, small sizes first, telling of each as it comes; decoded off the main thread.
 * Throws a CallError where a size cannot be had.
 */
export async function loadPhotograph(
  image: Pick<Image, 'id' | 'version' | 'width'>,
  signal: AbortSignal,
  loaded: (picture: LoadedPicture) => void,
): Promise<void> {
  const smaller = renditionWidths.filter((width) => width >= 1000 && width < image.width)
  for (const width of [...smaller, null]) {
    loaded(await loadPicture(pictureAddress(image, width), signal))
  }
}

export function loadResult(id: number, signal: AbortSignal): Promise<LoadedPicture> {
  return loadPicture(resultAddress(id), signal)
}

/** Large photographs may take long on a slow line: there is no time limit but the caller's. */
async function loadPicture(address: string, signal: AbortSignal): Promise<LoadedPicture> {
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : unreachable(error)
  })
  if (!response.ok) throw problemOf(response.status, await response.text())
  const source = await createImageBitmap(await response.blob())
  signal.throwIfAborted()
  return { source, width: source.width, height: source.height }
}
