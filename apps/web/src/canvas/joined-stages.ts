import type { Stage } from './stage.ts'

/**
 * Lets two stages show the same part of their photographs at the same magnification: when the user moves
 * either, the other one follows. Returns a function that parts them.
 */
export function joinStages(lead: Stage, other: Stage): () => void {
  const follow = () => other.follow(lead.framing)
  const stopFollowing = lead.subscribe(follow)
  const stopLeading = other.subscribe((by) => {
    if (by === 'user') lead.follow(other.framing)
    if (by === 'size') follow()
  })
  follow()
  return () => {
    stopFollowing()
    stopLeading()
  }
}
