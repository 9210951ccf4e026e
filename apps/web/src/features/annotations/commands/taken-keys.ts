/** Elements in which keys type text or operate the widget. */
const typing =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu]'
const radio = 'input[type=radio]'
/** Keys that elements use themselves; a slider already prevents the default of its own. */
const ownKeys: Readonly<Record<string, string>> = {
  ' ': 'button, a, summary, input',
  Enter: 'button, a',
  ArrowUp: radio,
  ArrowDown: radio,
  ArrowLeft: radio,
  ArrowRight: radio,
}

/** Whether a key press belongs to the focused element or to the browser, not to a command. */
export function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element)) return event.defaultPrevented
  if (copiesText(event)) return true
  const own = ownKeys[event.key]
  return target.closest(typing) !== null || (own !== undefined && target.closest(own) !== null)
}

/** True if the key copies text that the user has selected, which is left to the browser. */
function copiesText({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isCopy = (ctrlKey || metaKey) && key.toLowerCase() === 'c'
  return isCopy && document.getSelection()?.isCollapsed === false
}
