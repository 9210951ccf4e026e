import { describe, expect, test } from 'vitest'

import { areFree, areKeys, type KeyPress, keysOf, keysText } from './keys.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const press = (key: string, code: string, more: Partial<KeyPress> = {}) =>
  keysOf({ ...none, key, code, ...more })

describe('a key press', () => {
  test('is its letter in any case, with the pressed modifiers', () => {
    expect(press('s', 'KeyS')).toBe('s')
    expect(press('S', 'KeyS')).toBe('s')
    expect(press('s', 'KeyS', { ctrlKey: true })).toBe('Mod+s')
    expect(press('s', 'KeyS', { metaKey: true })).toBe('Mod+s')
    expect(press('S', 'KeyS', { ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+s')
    expect(press('s', 'KeyS', { ctrlKey: true, altKey: true })).toBe('Mod+Alt+s')
    expect(press('ArrowUp', 'ArrowUp', { shiftKey: true })).toBe('Shift+ArrowUp')
  })

  test('is the printed letter while Korean is being typed', () => {
    expect(press('ㄴ', 'KeyS')).toBe('s')
    expect(press('ㄸ', 'KeyE', { shiftKey: true })).toBe('Shift+e')
    expect(press('ㅋ', 'KeyZ', { ctrlKey: true })).toBe('Mod+z')
    expect(press('Process', 'KeyS')).toBe('s')
    expect(press('Process', 'BracketLeft')).toBe('[')
    expect(press('Process', 'Slash', { shiftKey: true })).toBe('?')
    expect(press('Process', 'Digit3')).toBe('3')
    expect(press('Process', 'Space')).toBe('Space')
    expect(press('Process', 'Backspace')).toBe('Backspace')
  })

  test('is the letter of the key even if alt produces another character', () => {
    expect(press('ß', 'KeyS', { altKey: true })).toBe('Alt+s')
    expect(press('Dead', 'KeyE', { altKey: true })).toBe('Alt+e')
  })

  test('is the letter of the layout if that is Latin', () => {
    expect(press('z', 'KeyY')).toBe('z')
  })

  test('of a sign is that sign, wherever it is on the keyboard', () => {
    expect(press('=', 'Digit0', { shiftKey: true })).toBe('=')
    expect(press('=', 'Equal')).toBe('=')
    expect(press('+', 'NumpadAdd')).toBe('+')
    expect(press(' ', 'Space')).toBe('Space')
  })

  test('of a digit that needs shift is that digit without it, too', () => {
    const french = ['&', 'é', '"', "'", '(', '-', 'è', '_', 'ç']
    const pressed = french.map((key, i) => press(key, `Digit${i + 1}`))
    // The minus sign zooms out, and says that a question cannot be answered.
    expect(pressed).toEqual(['1', '2', '3', '4', '5', '-', '7', '8', '9'])
    expect(press('6', 'Digit6', { shiftKey: true })).toBe('6')
    expect(press('-', 'NumpadSubtract')).toBe('-')
    expect(press('^', 'Digit6', { shiftKey: true })).toBe('^')
  })

  test('of a sign that is typed with AltGr is that sign alone', () => {
    const altGraph = { getModifierState: (key: string) => key === 'AltGraph' }
    const windows = { ...altGraph, ctrlKey: true, altKey: true }
    expect(press('[', 'Digit8', windows)).toBe('[')
    expect(press(']', 'Digit9', windows)).toBe(']')
    expect(press('[', 'Digit5', { ...altGraph })).toBe('[')
    expect(press('[', 'Digit5', { altKey: true })).toBe('[')
    expect(press('s', 'KeyS', windows)).toBe('Mod+Alt+s')
    expect(press('5', 'Digit5', windows)).toBe('Mod+Alt+5')
    expect(press('5', 'Digit5', { altKey: true })).toBe('Alt+5')
  })

  test.each(['Shift', 'Control', 'Alt', 'HangulMode', 'HanjaMode', 'CapsLock', 'Unidentified'])(
    'of %s alone is none',
    (key) => expect(press(key, '')).toBeNull(),
  )
})

test('only keys that can be pressed are valid', () => {
  for (const keys of ['v', 'Mod+Alt+Shift+F5', '+', 'Mod++', 'Space', '?']) {
    expect(areKeys(keys)).toBe(true)
  }
  for (const text of ['', 'V', 'Mod+', 'Shift+Mod+v', 'vv', 'ㄴ', 'Control']) {
    expect(areKeys(text)).toBe(false)
  }
})

test('keys that close windows or move the focus are reserved', () => {
  expect(areFree('Mod+w')).toBe(false)
  expect(areFree('Tab')).toBe(false)
  expect(areFree('Mod+s')).toBe(true)
})

test('keys are shown in the language of the user', () => {
  const names = { mod: 'Ctrl', shift: 'Shift', space: '스페이스' }
  expect(keysText('Mod+Shift+z', names)).toBe('Ctrl+Shift+Z')
  expect(keysText('Space', names)).toBe('스페이스')
  expect(keysText('ArrowUp', names)).toBe('↑')
  expect(keysText('Mod++', names)).toBe('Ctrl++')
  expect(keysText('Alt+F5', names)).toBe('Alt+F5')
})
