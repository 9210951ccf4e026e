import { describe, expect, test } from 'vitest'

import { keysText, matches } from './keys.ts'

const press = {
  key: 's',
  code: 'KeyS',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
}

describe('a key press', () => {
  test('is its letter in any case, and only with the modifiers that are named', () => {
    expect(matches('s', press)).toBe(true)
    expect(matches('s', { ...press, key: 'S' })).toBe(true)
    expect(matches('s', { ...press, ctrlKey: true })).toBe(false)
    expect(matches('Mod+s', { ...press, ctrlKey: true })).toBe(true)
    expect(matches('Mod+s', { ...press, metaKey: true })).toBe(true)
    expect(matches('Mod+Shift+s', { ...press, key: 'S', ctrlKey: true })).toBe(false)
    expect(matches('s', { ...press, altKey: true })).toBe(false)
  })

  test('is the letter on the key while Korean is being typed', () => {
    expect(matches('s', { ...press, key: 'ㄴ' })).toBe(true)
    expect(matches('s', { ...press, key: 'Process' })).toBe(true)
    expect(matches('v', { ...press, key: 'ㄴ' })).toBe(false)
  })

  test('is the letter that a layout gives, where that is Latin', () => {
    expect(matches('z', { ...press, key: 'z', code: 'KeyY' })).toBe(true)
    expect(matches('y', { ...press, key: 'z', code: 'KeyY' })).toBe(false)
  })

  test('of a sign is that sign, wherever the keyboard has it', () => {
    expect(matches('=', { ...press, key: '=', code: 'Digit0', shiftKey: true })).toBe(true)
    expect(matches('=', { ...press, key: '=', code: 'Equal' })).toBe(true)
    expect(matches('Space', { ...press, key: ' ', code: 'Space' })).toBe(true)
  })
})

test('keys are shown with the words of the language', () => {
  const names = { mod: 'Ctrl', shift: 'Shift', space: '스페이스' }
  expect(keysText('Mod+Shift+z', names)).toBe('Ctrl+Shift+Z')
  expect(keysText('Space', names)).toBe('스페이스')
  expect(keysText('ArrowUp', names)).toBe('↑')
})
