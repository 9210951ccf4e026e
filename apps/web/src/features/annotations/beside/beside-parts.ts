// One file, which the annotator loads on first use.
export { BesideArea } from './beside-area.tsx'
export { BesideDialog } from './beside-dialog.tsx'
