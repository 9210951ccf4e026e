import { describe, expect, test } from 'vitest'
import type { Setting, Words } from './settings.ts'
import { isValueOf } from './settings.ts'
import { draw, anAnnotation } from './testing/driver.ts'
import { isUsable } from './tool-about.ts'
import { toolList, tools } from './tools.ts'

const about = Object.entries(tools).map(([name, tool]) => ({ ...tool.about, name, tool }))

/** Every text of a part of a description, by language. */
function textsOf(words: Words<unknown>): { en: string[]; ko: string[] } {
  const flat = (part: unknown): string[] =>
    typeof part === 'string' ? [part] : Object.values(Object(part)).flatMap(flat)
  return { en: flat(words.en), ko: flat(words.ko) }
}

describe.each(about)('the tool $name', ({ name, tool, words, icon, settings, search }) => {
  test('is listed under its id, at rest', () => {
    expect(tool.id).toBe(name)
    expect(tool.resting).toBe(true)
    expect(settings?.tool ?? name).toBe(name)
  })

  test('has its words in both languages, and an icon', () => {
    const all = [words, search?.wait ?? null].flatMap((each) => (each ? [textsOf(each)] : []))
    for (const { en, ko } of all) {
      expect(ko).toHaveLength(en.length)
      for (const text of en) expect(text).toMatch(/^[A-Z][\x20-\x7e…]+$/)
    }
    expect(words.ko.name).toMatch(/\p{Script=Hangul}/u)
    expect(icon).toMatch(/^M[-\d. a-zA-Z]+$/)
  })

  test('has settings whose usual value is one that they may have', () => {
    for (const setting of Object.values<Setting>(settings?.all ?? {})) {
      expect(isValueOf(setting, setting.usual)).toBe(true)
      expect(setting.label.ko).toMatch(/\p{Script=Hangul}/u)
    }
  })

  test('has settings that depend on its other settings', () => {
    const all: Readonly<Record<string, Setting>> = settings?.all ?? {}
    const referred = Object.values(all).flatMap((setting) => {
      if (setting.kind === 'number') return setting.keyStep ?? []
      return setting.kind === 'switch' ? (setting.needs ?? []) : []
    })
    expect(referred.filter((other) => all[other] === undefined)).toEqual([])
  })
})

test('no two tools have the same key, name, icon or search', () => {
  const described = toolList.map((tool) => tool.about)
  for (const part of [
    described.map(({ key }) => key),
    described.map(({ words }) => words.en.name),
    described.map(({ words }) => words.ko.name),
    described.map(({ icon }) => icon),
    described.flatMap(({ search }) => search?.kind ?? []),
  ]) {
    expect(new Set(part).size).toBe(part.length)
  }
})

test('a value out of limits or of the wrong type is ignored', () => {
  const { threshold } = tools.magicWand.about.settings?.all ?? {}
  if (threshold === undefined) throw new Error('The magic wand has a threshold')
  expect([-1, 0, 255, 256, '30', null].map((value) => isValueOf(threshold, value))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a tool is usable with its requirement: a selected annotation, a category, or nothing', () => {
  const user = draw(anAnnotation())
  const usable = () =>
    (['annotation', 'category', 'nothing'] as const).filter((needs) =>
      isUsable({ needs, adds: 'area' }, user.editor.state),
    )
  expect(usable()).toEqual(['annotation', 'nothing'])
  user.editor.setView({ activeCategory: 1 })
  expect(usable()).toEqual(['annotation', 'category', 'nothing'])
  user.select(null)
  expect(usable()).toEqual(['category', 'nothing'])
  user.editor.setMode('label')
  expect(usable()).toEqual(['nothing'])
})
