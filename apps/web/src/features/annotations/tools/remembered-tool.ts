import { isToolId, type ToolId, tools } from '#annotation/tools'

const storageKey = 'editorTool'

/** The last tool used in this browser. */
export function rememberedTool(): ToolId {
  const stored = localStorage.getItem(storageKey)
  return stored !== null && isToolId(stored) ? stored : 'select'
}

/** Remembers a tool for the next new annotation, if it can draw one. */
export function rememberTool(id: ToolId): void {
  if (tools[id].about.isRemembered) localStorage.setItem(storageKey, id)
}
