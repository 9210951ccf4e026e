import { shortcutsIn } from '../../../api/stored-shortcuts.ts'
import type { Command } from './command.ts'
import { type CommandName, commandNames, commands } from './commands.ts'
import { areFree, areKeys, type Keys } from '../../../ui/keys.ts'

/** The commands for which the user has chosen keys, or none. */
export type OwnShortcuts = ReadonlyMap<CommandName, readonly Keys[]>

/** The keys of every command. */
export type Shortcuts = Readonly<Record<CommandName, readonly Keys[]>>

/** The user's chosen keys from the stored preferences, without unknown and damaged entries. */
export function ownShortcutsFrom(stored: unknown): OwnShortcuts {
  const read = shortcutsIn(stored).flatMap(({ name, keys }): [CommandName, string[]][] =>
    isCommand(name) && keys.every((each) => areKeys(each) && areFree(each)) ? [[name, keys]] : [],
  )
  return new Map(read)
}

/** The stored form: a list of names and keys. */
export function storedShortcuts(own: OwnShortcuts): { name: CommandName; keys: Keys[] }[] {
  return Array.from(own, ([name, keys]) => ({ name, keys: [...keys] }))
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

function defaultKeys(name: CommandName): readonly Keys[] {
  const { keys }: Command = commands[name]
  return keys
}

/** The keys of every command: the user's choice, else the defaults. */
export function shortcutsWith(own: OwnShortcuts): Shortcuts {
  const taken = new Set([...own.values()].flat())
  const all = commandNames.map((name) => {
    return [name, own.get(name) ?? defaultKeys(name).filter((keys) => !taken.has(keys))] as const
  })
  return Object.fromEntries(all) as unknown as Shortcuts
}

export function commandWith(shortcuts: Shortcuts, keys: Keys | null): CommandName | undefined {
  return keys === null ? undefined : commandNames.find((name) => shortcuts[name].includes(keys))
}

/** Assigns keys that no other command has. */
export function withKeys(own: OwnShortcuts, name: CommandName, keys: Keys): OwnShortcuts {
  return withoutUsual(new Map(own).set(name, [keys]))
}

/** Assigns the keys of another command, which gets the former keys of the first. */
export function withKeysSwapped(own: OwnShortcuts, name: CommandName, keys: Keys): OwnShortcuts {
  const before = shortcutsWith(own)
  const other = commandWith(before, keys)
  if (other === undefined || other === name) return withKeys(own, name, keys)
  const left = before[other].filter((each) => each !== keys)
  return withoutUsual(
    new Map(own).set(name, [keys]).set(other, [...new Set([...before[name], ...left])]),
  )
}

/** Resets a command to its default keys, and likewise any command that has taken one of them. */
export function withDefault(own: OwnShortcuts, name: CommandName): OwnShortcuts {
  const rest = new Map(own)
  rest.delete(name)
  const wanted = new Set(defaultKeys(name))
  const holder = [...rest].find(([, keys]) => keys.some((each) => wanted.has(each)))
  return holder === undefined ? rest : withDefault(rest, holder[0])
}

/** Default keys need not be stored. */
function withoutUsual(own: OwnShortcuts): OwnShortcuts {
  return new Map([...own].filter(([name, keys]) => !sameKeys(keys, defaultKeys(name))))
}

function sameKeys(a: readonly Keys[], b: readonly Keys[]): boolean {
  return a.length === b.length && a.every((keys, i) => keys === b[i])
}
