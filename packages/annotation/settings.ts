/** The same in every language of the product. */
export interface Words<Text = string> {
  readonly en: Text
  readonly ko: Text
}

interface Labelled {
  readonly label: Words
  /** A further explanation, if the label is not enough. */
  readonly hint?: Words
  /** Whether the setting can also be changed beside the canvas while its tool is active. */
  readonly inStrip?: true
}

/** A whole number within limits: a field in the form, a slider beside the canvas. */
export interface NumberSetting extends Labelled {
  readonly kind: 'number'
  readonly usual: number
  readonly least: number
  readonly most: number
  /** As it is written behind the number. */
  readonly unit: 'px' | 'px²' | '%' | ''
  /**
   * End of the slider, if larger numbers are rare: they can be reached by the keys and the form.
   */
  readonly sliderEnd?: number
  /** The setting of the same tool that holds the step of the keys `[` and `]`. */
  readonly keyStep?: string
}

export interface SwitchSetting extends Labelled {
  readonly kind: 'switch'
  readonly usual: boolean
  /** The switch of the same tool without which this one means nothing. */
  readonly needs?: string
}

export interface ChoiceSetting<Option extends string = string> extends Labelled {
  readonly kind: 'choice'
  readonly usual: Option
  /** In the order in which they are offered. */
  readonly options: Readonly<Record<Option, Words>>
}

export type Setting = NumberSetting | SwitchSetting | ChoiceSetting

/** Settings by the names under which their values are stored. */
export type Settings = Readonly<Record<string, Setting>>

type ValueOf<One extends Setting> = One extends { kind: 'choice'; options: infer Options }
  ? keyof Options & string
  : One extends NumberSetting
    ? number
    : boolean

/** A value for each setting. */
export type Values<Of extends Settings = Settings> = {
  readonly [Name in keyof Of]: ValueOf<Of[Name]>
}

/** The values of every tool that has settings, by its id. */
export interface KeptSettings {
  readonly tools: Readonly<Record<string, Values>>
}

/** The settings of one tool. */
export interface ToolSettings<Id extends string = string, Of extends Settings = Settings> {
  readonly tool: Id
  readonly all: Of
  /** Their values, as a user has them. */
  valuesIn(this: void, kept: KeptSettings): Values<Of>
}

/** Describes the settings of a tool, in the order of the form. */
export function settingsOf<Id extends string, Of extends Settings>(
  tool: Id,
  all: Of,
): ToolSettings<Id, Of> {
  return {
    tool,
    all,
    // Values of all tools' settings, as made by `readValues`.
    valuesIn: ({ tools }) => tools[tool] as Values<Of>,
  }
}

/** Whether a value is one that a setting may have. */
export function isValueOf(setting: Setting, value: unknown): boolean {
  if (setting.kind === 'number') {
    return typeof value === 'number' && value >= setting.least && value <= setting.most
  }
  if (setting.kind === 'switch') return typeof value === 'boolean'
  return typeof value === 'string' && Object.hasOwn(setting.options, value)
}

/** Reads each setting from stored values; bad or missing ones get the default. */
export function readValues<Of extends Settings>(settings: Of, stored: unknown): Values<Of> {
  const kept: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const values = Object.entries(settings).map(([name, setting]) => [
    name,
    isValueOf(setting, kept[name]) ? kept[name] : setting.usual,
  ])
  return Object.fromEntries(values) as Values<Of>
}
