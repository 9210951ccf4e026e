/** The program of a screen could not be fetched: the server is away, or was updated. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded'
}

/** Address that was loaded again because its screen could not be fetched. */
const loadedAgain = 'loaded again'

/** Fetches the program of a screen. Throws ScreenNotLoaded if it does not come. */
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

/** Loads the address anew, once: false if that did not help before. */
export function loadAgain(): boolean {
  const { href } = globalThis.location
  if (sessionStorage.getItem(loadedAgain) === href) return false
  sessionStorage.setItem(loadedAgain, href)
  globalThis.location.reload()
  return true
}
