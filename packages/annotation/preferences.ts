import type { Values } from './settings.ts'
import { readValues } from './settings.ts'
import type { RunningTool } from './tool.ts'
import { toolList } from './tools.ts'
import type { Preferences } from './view.ts'
import { generalSettings } from './view.ts'

/** Preferences in stored form: the general settings, and those of each tool by id. */
export type StoredPreferences = Readonly<Record<string, Values | Values[string]>>

/** Parses stored preferences of any version: bad or missing values fall back to the defaults. */
export function preferencesFrom(stored: unknown): Preferences {
  const kept: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const tools = toolList.flatMap(({ about: { id, settings } }) =>
    settings === null ? [] : [[id, readValues(settings.all, kept[id])] as const],
  )
  return { ...readValues(generalSettings, kept), tools: Object.fromEntries(tools) }
}

export function storedPreferences({ tools, ...general }: Preferences): StoredPreferences {
  return { ...tools, ...general }
}

export const defaultPreferences: Preferences = preferencesFrom({})

/** The settings that belong to no single tool, with their values. */
export function generalValues(preferences: Preferences): Values<typeof generalSettings> {
  const { tools: _, ...general } = preferences
  return general
}

/**
 * The preferences with some settings of a tool changed, or some general ones, for null. The values
 * are ones that the settings may have.
 */
export function withSettings(
  preferences: Preferences,
  tool: string | null,
  change: Values,
): Preferences {
  if (tool === null) return { ...preferences, ...change }
  const { tools } = preferences
  return { ...preferences, tools: { ...tools, [tool]: { ...tools[tool], ...change } } }
}

/**
 * The preferences after a number of presses of the keys that enlarge the tool, negative for
 * shrinking; null if the tool has no setting that these keys change.
 */
export function stepped(
  preferences: Preferences,
  { about: { id, settings } }: RunningTool,
  presses: number,
): Preferences | null {
  if (settings === null) return null
  const values = settings.valuesIn(preferences)
  for (const [name, setting] of Object.entries(settings.all)) {
    if (setting.kind !== 'number' || setting.keyStep === undefined) continue
    const wanted = Number(values[name]) + presses * Number(values[setting.keyStep])
    const value = Math.min(Math.max(wanted, setting.least), setting.most)
    return withSettings(preferences, id, { [name]: value })
  }
  return null
}
