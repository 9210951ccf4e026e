import { z } from 'zod'

import { resultKinds } from '#contract/results/kinds'

/** Photographs that are shown beside the one in work, at most. */
const mostBeside = 3

/** A choice that means something for every image, and so is kept for the next one. */
const KeptChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fellowEye') }),
  z.object({ kind: z.literal('earlierVisit') }),
  /** The same photograph with a result of its analysis, by the result's kind. */
  z.object({ kind: z.literal('result'), result: z.enum(resultKinds) }),
  /** The same photograph with the annotations that one reader has drawn. */
  z.object({ kind: z.literal('reader'), name: z.string() }),
])

/** A view to show beside the image in work. */
export type Choice = z.infer<typeof KeptChoice> | { readonly kind: 'image'; readonly id: number }

export function keyOf(choice: Choice): string {
  switch (choice.kind) {
    case 'result':
      return `result ${choice.result}`
    case 'reader':
      return `reader ${choice.name}`
    case 'image':
      return `image ${choice.id}`
    case 'fellowEye':
    case 'earlierVisit':
      return choice.kind
  }
}

/** The choices with another one, in place of the oldest if there are too many, or without it. */
export function toggled(choices: readonly Choice[], choice: Choice): readonly Choice[] {
  const others = choices.filter((each) => keyOf(each) !== keyOf(choice))
  return others.length < choices.length ? others : [...others, choice].slice(-mostBeside)
}

const storageKey = 'beside'

/** Kept in this tab, so that grading goes on image by image; a single other image is not. */
export function keepChoices(choices: readonly Choice[]): void {
  const kept = choices.filter(({ kind }) => kind !== 'image')
  sessionStorage.setItem(storageKey, JSON.stringify(kept))
}

export function keptChoices(): readonly Choice[] {
  const parsed = z.array(KeptChoice).max(mostBeside).safeParse(storedChoices())
  return parsed.success ? parsed.data : []
}

function storedChoices(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}
