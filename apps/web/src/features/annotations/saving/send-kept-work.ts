import { CallError } from '../../../api/call-error.ts'
import { openEditing } from '../annotator.ts'
import { readAnnotatorData } from '../api.ts'
import { ifNotOpen } from './image-lock.ts'
import { settledUnseen } from './settled.ts'
import type { KeptWork } from './unsaved-store.ts'

/**
 * Sends the work that this browser keeps, image by image, as if each were opened; conflicts wait for the
 * user. Images that are open save their own work.
 */
export async function sendKeptWork(username: string, images: readonly KeptWork[]): Promise<void> {
  for (const { imageId } of images) {
    await ifNotOpen(imageId, () => sendWorkOn(imageId, username))
  }
}

async function sendWorkOn(imageId: number, username: string): Promise<void> {
  try {
    const data = await readAnnotatorData(imageId, {})
    const editing = await openEditing(data, username, { onFailure: () => undefined })
    await settledUnseen(editing.editor)
    await editing.saving.saveNow()
    editing.close()
  } catch (error) {
    // It stays kept, and is listed with its name.
    if (!(error instanceof CallError)) throw error
  }
}
