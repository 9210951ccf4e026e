/** The code of a screen could not be loaded: the server is away, or was updated. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** Session key of the address that was reloaded because its screen failed to load. */
const loadedAgain = 'loaded again'

/** Loads the code of a screen. Throws ScreenNotLoaded if that fails. */
export function fetched<Screen>(fetchScreen: () => Promise<Screen>): () => Promise<Screen> {
  return async () => {
    try {
      const screen = await fetchScreen()
      sessionStorage.removeItem(loadedAgain)
      return screen
    } catch (cause) {
      throw new ScreenNotLoaded('The program of the screen could not be fetched.', { cause })
    }
  }
}

/** Reloads the address once. Returns false if a reload has already failed to help. */
export function loadAgain(): boolean {
  const { href } = globalThis.location
  if (sessionStorage.getItem(loadedAgain) === href) return false
  sessionStorage.setItem(loadedAgain, href)
  globalThis.location.reload()
  return true
}
