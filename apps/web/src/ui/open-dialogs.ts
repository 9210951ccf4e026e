/** Ids of the open dialogs, topmost last. Escape closes only the topmost one. */
export const openDialogs: string[] = []

/** True from the click that opens a dialog, also before its content is shown. */
export function isDialogOpen(): boolean {
  return openDialogs.length > 0
}
