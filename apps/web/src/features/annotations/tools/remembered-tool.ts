import { type ToolId, tools } from '#annotation/tools'

const storageKey = 'editorTool'

/** The tool used last in this browser. */
export function rememberedTool(): ToolId {
  const stored = localStorage.getItem(storageKey)
  return isTool(stored) ? stored : 'select'
}

export function rememberTool(id: ToolId): void {
  localStorage.setItem(storageKey, id)
}

function isTool(text: string | null): text is ToolId {
  return text !== null && Object.hasOwn(tools, text)
}
