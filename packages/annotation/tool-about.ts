import type { CategoryRole } from './document.ts'
import { categoryWithRole } from './document.ts'
import type { SearchAbout } from './search.ts'
import type { ToolSettings, Words } from './settings.ts'
import { isLocked } from './looks.ts'
import type { View } from './view.ts'
import { selectedIn } from './view.ts'

/** The part of the panel that has the tool. */
export type ToolGroup = 'selecting' | 'drawing' | 'measuring'

type ToolNeed = 'annotation' | 'category' | 'nothing' | CategoryRole

interface ToolWords {
  /** On its button, in the help and in the settings. */
  readonly name: string
  /** How to use it, for the list of gestures; absent: the tool is not in that list. */
  readonly gesture?: string
  /** Keys of the tool that cannot be changed, for the list of keys. */
  readonly fixedKeys?: { readonly action: string; readonly keys: string }
}

interface ShiftWords {
  /** Name of the choice between the other two. */
  readonly choice: string
  readonly usual: string
  readonly withShift: string
}

/** The other way in which a tool works with Shift, or by the switch in its strip of settings. */
export interface WithShift {
  readonly words: Words<ShiftWords>
  /**
   * What it applies to: drawn areas, until another annotation is active; the drawing in hand, which always
   * starts in the usual way; or the selection, by clicks and in the list.
   */
  readonly concerns: 'area' | 'drawing' | 'selection'
}

/** Takes the drawn area away from the annotation. */
export const takingAreaAway: WithShift = {
  words: {
    en: { choice: 'Add or subtract', usual: 'Add', withShift: 'Subtract' },
    ko: { choice: '더하기 또는 빼기', usual: '더하기', withShift: '빼기' },
  },
  concerns: 'area',
}

/** Everything about a tool except its states. Code that lists tools reads this, and names none. */
export interface ToolAbout<Id extends string = string> {
  readonly id: Id
  readonly group: ToolGroup
  /** Its usual key, as `KeyboardEvent.key` names it. */
  readonly key: string
  readonly words: Words<ToolWords>
  /** The path of an outline icon on a grid of 24 by 24, such as those of Tabler Icons. */
  readonly icon: string
  /**
   * The kind of geometry it adds to annotations; `keypoints` requires a category with keypoint
   * labels.
   */
  readonly adds: 'area' | 'keypoints' | 'nothing'
  /**
   * What the tool requires: the active annotation; the active category, in which it creates
   * annotations (`ToolEditor.create`); a category that stands for the structure; or nothing.
   */
  readonly needs: ToolNeed
  /** Null: it has nothing to choose that way. */
  readonly withShift: WithShift | null
  /** Whether it is taken again for the next new annotation. */
  readonly isRemembered: boolean
  readonly settings: ToolSettings<Id> | null
  /** The remote algorithm that finds its areas, if any. */
  readonly search: SearchAbout | null
  /** Whether the annotation under the pointer is described beside it. */
  describesHover?(this: void, view: View): boolean
}

/** Whether a drawing starts an annotation if none is selected. */
export function canStartNew(view: View): boolean {
  return view.preferences.newAfterStroke && hasCategory(view)
}

function hasCategory({ activeCategory }: View): boolean {
  return activeCategory !== null
}

/** Whether there is an annotation to work at, or a tool that adds something would start one. */
function canReshape(adds: ToolAbout['adds'], view: View): boolean {
  const selected = selectedIn(view)
  if (selected !== null) return !isLocked(view.looks, selected)
  return adds !== 'nothing' && canStartNew(view)
}

/** Whether a tool can be used now. Areas are drawn in segment mode only. */
export function isUsable({ needs, adds }: Pick<ToolAbout, 'needs' | 'adds'>, view: View): boolean {
  if (needs === 'nothing') return true
  if (view.mode !== 'segment') return false
  if (needs === 'annotation') return canReshape(adds, view)
  if (needs === 'category') return hasCategory(view)
  return categoryWithRole(view.document, needs) !== null
}
