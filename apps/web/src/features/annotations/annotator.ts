import { carriedWork } from '#annotation/carried-work'
import { documentOf, emptyAnnotation } from '#annotation/document'
import { Editor } from '#annotation/editor'
import type { EditorOptions } from '#annotation/editor-state'
import type { SaveLedger } from '#annotation/save'
import { JournalError } from '#annotation/save-journal'
import type { MultiPolygon } from '#geometry/polygon'

import { call } from '../../api/call.ts'
import { ClickOutliner } from '../../canvas/clicks/click-outliner.ts'
import { Operations } from '../../canvas/operations.ts'
import type { VesselPictures } from '../../canvas/photograph/vessel-pictures.ts'
import { Stage } from '../../canvas/stage.ts'
import { tracePicture } from '../../canvas/trace-picture.ts'
import { type AnnotatorData, mapAddress, resultAddress } from './api.ts'
import { carryOutWith, prepareSearch, type SearchThreads } from './tools/carry-out.ts'
import { keepImage, noteLeft } from './kept-images.ts'
import { newUuid } from '../../api/new-uuid.ts'
import { photographLevels } from './photograph/pictures.ts'
import { rememberCategory, rememberedCategory } from './remembered-category.ts'
import { holdImage } from './saving/image-lock.ts'
import { SaveLoop, type SaveLoopOptions } from './saving/save-loop.ts'
import { sendSaveBy } from './saving/send-save.ts'
import { unsavedStore } from './saving/unsaved-store.ts'
import { leaveWork, leftWork } from './saving/left-work.ts'
import { categoryOf, idOnServer, type Read, readFrom } from './wire.ts'

/** An image whose work is edited and saved. */
interface Editing {
  readonly editor: Editor
  readonly saving: SaveLoop
  readonly threads: SearchThreads
  /** Whether this browser stores unsaved work that this version cannot read. */
  readonly hasUnreadWork: boolean
  /** Takes account of a later reading of the image, which is kept when it is closed. */
  follow(data: AnnotatorData): void
  close(): void
}

/** The state and services of one open image. */
export interface Annotator extends Omit<Editing, 'threads'> {
  readonly stage: Stage
  /** The area that the opaque pixels of a picture cover; the picture has the size of the photograph. */
  areaOfPicture(address: string): Promise<MultiPolygon>
}

/** Tells the user what could not be done. */
type Tell = Pick<
  EditorOptions,
  | 'onFailure'
  | 'onNothing'
  | 'onAnnotationGone'
  | 'onLocked'
  | 'onReworkFailure'
  | 'onNothingReworked'
  | 'onCategoryProposed'
>

/** Opens an image on a screen. */
export async function openAnnotator(
  data: AnnotatorData,
  username: string,
  tell: Tell,
): Promise<Annotator> {
  const { width, height } = data.image
  const release = await holdImage(data.image.id)
  const { threads, ...editing } = await openEditing(data, username, tell)
  const { editor } = editing
  const { operations } = threads
  operations.warmUp()
  editor.subscribe(({ before, state }) => {
    const { tool, activeCategory } = state
    const { search } = tool.about
    if (activeCategory !== null && activeCategory !== before.activeCategory) {
      rememberCategory(activeCategory)
    }
    if (tool.id !== before.tool.id && search !== null) prepareSearch(threads, search.kind)
  })
  return {
    ...editing,
    stage: new Stage(editor),
    areaOfPicture: async (address) =>
      operations.clean(await tracePicture({ address, width, height }), { width, height }),
    close() {
      editing.close()
      noteLeft(username, data.image.id)
      release()
    },
  }
}

/** Opens an image with the user's unsaved work in this browser. */
export async function openEditing(
  data: AnnotatorData,
  username: string,
  tell: Tell,
): Promise<Editing> {
  const { id, width, height } = data.image
  const vessels = vesselPicturesIn(data.image.results)
  const photograph = { width, height, levels: photographLevels(data.image), vessels }
  const operations = new Operations(photograph)
  const outliner = new ClickOutliner(photograph)
  const threads = { operations, outliner }
  const read = readFrom(data)
  const frame = { id, width, height, micrometresPerPixel: data.image.micrometres_per_pixel }
  const contents = read.annotations.map(({ content }) => content)
  const carried = leftWork(username, id)
  let latest = data
  const editor = new Editor({
    document: documentOf(frame, data.categories.map(categoryOf), contents, read.image.content),
    carryOut: (plan, stopBy, credit) =>
      carryOutWith(threads, { plan, image: data.image, stopBy, credit }),
    carryOutRework: operations.carryOutRework,
    newAnnotation: (document, categoryId) =>
      emptyAnnotation(document, {
        id: newUuid(),
        categoryId,
        creator: username,
        metadata: data.dataset.default_annotation_metadata,
      }),
    ...tell,
    ...(carried !== null && { history: carried.history }),
  })
  editor.setView({ activeCategory: rememberedCategory(data) })
  const formerIds: SaveLedger['formerIds'] = carried?.formerIds ?? new Map()
  const options = { editor, send: sendSaveBy(call, id), formerIds }
  const loop = await openSaving(options, read, { username, image: data.image })
  if (carried !== null) editor.resume(carried.drafts)
  return {
    ...loop,
    editor,
    threads,
    follow(next) {
      latest = next
      loop.saving.adopt(readFrom(next), next.begunAt)
      editor.setCategories(
        new Map(next.categories.map((category) => [category.id, categoryOf(category)])),
      )
      editor.setScale(next.image.micrometres_per_pixel)
      operations.setVessels(vesselPicturesIn(next.image.results))
    },
    close() {
      // A button that is still down draws; only half-drawn shapes are left.
      editor.release()
      const { ledger } = loop.saving
      leaveWork(username, id, carriedWork(editor.state, ledger, idOnServer))
      keepImage(username, latest, ledger)
      loop.saving.stop()
      operations.close()
      outliner.close()
    },
  }
}

function vesselPicturesIn({
  vessels,
  arteries_veins: kinds,
}: AnnotatorData['image']['results']): VesselPictures {
  return {
    map: vessels?.maps.includes('vessels') === true ? mapAddress(vessels.id, 'vessels') : null,
    kinds:
      kinds === undefined
        ? null
        : {
            arterioles: resultAddress(kinds.id, 'arterioles'),
            venules: resultAddress(kinds.id, 'venules'),
          },
  }
}

async function openSaving(
  options: Pick<SaveLoopOptions, 'editor' | 'send' | 'formerIds'>,
  read: Read,
  { username, image }: { username: string; image: AnnotatorData['image'] },
): Promise<Pick<Editing, 'saving' | 'hasUnreadWork'>> {
  const store = unsavedStore(username, image)
  // Without a database there is nothing to read; the first write reports that nothing can be stored.
  const journal = await store.read().catch(() => null)
  try {
    const saving = new SaveLoop({ ...options, store, opened: { ...read, journal } })
    return { saving, hasUnreadWork: false }
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    // A store that has read nothing does not touch the records of the other version.
    const opened = { ...read, journal: null }
    const saving = new SaveLoop({ ...options, store: unsavedStore(username, image), opened })
    return { saving, hasUnreadWork: true }
  }
}
