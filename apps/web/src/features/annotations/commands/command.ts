import type { CategoryId, CategoryRole } from '#annotation/document'
import type { Travelled } from '#annotation/editor-state'
import type { ReworkObstacle } from '#annotation/reworking'
import type { Photograph } from '#contract/images'

import type { Annotator } from '../annotator.ts'
import type { May, Need } from '../../../api/rights.ts'
import type { AnnotatorParts } from '../annotator-parts.ts'
import type { AnnotatorData } from '../api.ts'
import type { Commenting } from '../comments/use-commenting.ts'
import type { Keys } from '../../../ui/keys.ts'

export type DialogName = 'settings' | 'copyAnnotations' | 'findCategory' | 'beside'

/** The objects that commands change, and the page actions that they may call. */
export interface CommandContext {
  readonly annotator: Annotator
  readonly data: AnnotatorData
  readonly username: string
  /** What the viewer may do in the dataset of the image. */
  readonly may: May
  readonly isAnalysing: boolean
  readonly isAnnotating: boolean
  readonly collapsed: ReadonlySet<CategoryId>
  readonly setCollapsed: (collapsed: ReadonlySet<CategoryId>) => void
  /** Search text of the annotation list. */
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly openImage: (id: number) => void
  readonly openDialog: (name: DialogName) => void
  readonly openHelp: () => void
  /** Opens the image settings, or closes them. */
  readonly toggleImageSettings: () => void
  /** Closes the result over the photograph, if there is one. */
  readonly closeResult: () => void
  readonly PatientDataButton: AnnotatorParts['PatientDataButton']
  readonly ValuesForm: AnnotatorParts['ValuesForm']
  readonly GradingForm: AnnotatorParts['GradingForm']
  readonly CommentsPanel: AnnotatorParts['CommentsPanel']
  readonly CommentPins: AnnotatorParts['CommentPins']
  readonly CommentCount: AnnotatorParts['CommentCount']
  readonly commenting: Commenting
  readonly WorkPart: AnnotatorParts['WorkPart']
  /** Keeps the function that submits the viewer's case at the image; null: there is none. */
  readonly setSubmittable: (submit: (() => void) | null) => void
  /** Keeps the image with which the viewer goes on after that case; null: there is none. */
  readonly setNextCase: (photograph: Photograph | null) => void
  /** Submits that case. @returns false if there is none */
  readonly submitCase: () => boolean
  /** Whether the fields of the image are answered by keys. */
  readonly isGrading: boolean
  readonly setGrading: (isGrading: boolean) => void
  readonly analyse: () => void
  readonly annotateByService: () => void
  readonly download: () => void
  /** Adds a category for a structure to the dataset, and then goes on. */
  readonly addStructure: (role: CategoryRole, goOn: () => void) => Promise<void>
  readonly deleteImage: () => void
  readonly tellUndone: (travelled: Travelled) => void
  readonly tellNewAfterStroke: (isOn: boolean) => void
  readonly tellDisabled: (reason: DisabledReason) => void
  readonly tellForbidden: (need: Need) => void
}

export type DisabledReason =
  | 'needsAnnotation'
  | 'inLabelMode'
  | 'needsCategory'
  | 'needsCategories'
  | 'needsKeypoints'
  | 'needsStructure'
  | 'keypointsDoNotFit'
  | 'needsSelection'
  | 'atTheEnd'
  | 'needsVessel'
  | 'needsFields'
  | ReworkObstacle

/** An action with its default keys. Buttons, tooltips, settings and the keyboard all read it. */
export interface Command {
  readonly keys: readonly Keys[]
  /** The right that the command needs, or the call that it makes. */
  readonly needs?: Need
  /** Whether it changes nothing that the right is for, such as in a measurement of a viewer. */
  readonly isFree?: (context: CommandContext) => boolean
  readonly enabled: (context: CommandContext) => boolean
  readonly run: (context: CommandContext) => void
  /** Whether it opens a text field, which the following keys are for. */
  readonly opensField?: true
  /** Ends what `run` has begun, for a command that lasts while its key is held down. */
  readonly release?: (context: CommandContext) => void
  /** Whether a command that represents a state is on. */
  readonly isOn?: (context: CommandContext) => boolean
  /** Effect of invoking the command while it is disabled. */
  readonly refuse?: (context: CommandContext) => void
  /** Reason shown if the command is invoked while disabled. */
  readonly reason?: (context: CommandContext) => DisabledReason | null
}
