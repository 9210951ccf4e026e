/** Milliseconds that opening an image waits for its kept work, which another window is sending. */
const patience = 3000

/**
 * Claims an image while it is open, for this window and others that have it open. Resolves with the
 * function that ends it.
 */
export async function holdImage(imageId: number): Promise<() => void> {
  const locks = locksOfBrowser()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  if (locks === undefined) return close
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const tooLong = setTimeout(held, patience)
  void locks.request(nameOf(imageId), { mode: 'shared' }, () => {
    held()
    return closed
  })
  await isHeld
  clearTimeout(tooLong)
  return close
}

/**
 * Works on an image that no window has open; else does nothing. Browsers know of other windows only on
 * secure pages; on others, an image is left alone.
 */
export async function ifNotOpen(imageId: number, work: () => Promise<void>): Promise<void> {
  await locksOfBrowser()?.request(nameOf(imageId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

function nameOf(imageId: number): string {
  return `fovea image ${imageId}`
}

/** Absent on pages without HTTPS, whatever the types say. */
function locksOfBrowser(): LockManager | undefined {
  return (navigator as { locks?: LockManager }).locks
}
