import { describe, expect, test } from 'vitest'

import { Wheel, type WheelInput, type WheelMeaning, type WheelUse } from './wheel.ts'

const still = {
  deltaX: 0,
  deltaY: 0,
  deltaMode: 0,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
}

type Recorded = Partial<Omit<WheelInput, 'timeStamp'>>

/** What a canvas does with events that come 16 ms apart. */
function read(
  events: readonly Recorded[],
  use: WheelUse = 'automatic',
  pixelRatio = 1,
): WheelMeaning[] {
  const wheel = new Wheel()
  return events.map((event, i) => {
    return wheel.read({ ...still, ...event, timeStamp: 1000 + 16 * i }, { use, pixelRatio })
  })
}

/** The zoom that events lead to together; null if any of them pans. */
function zoomOf(meanings: readonly WheelMeaning[]): number | null {
  return meanings.reduce<number | null>((zoom, meaning) => {
    return zoom === null || meaning.kind === 'pan' ? null : zoom * meaning.factor
  }, 1)
}

/** Numbers that real devices sent, as people reported them. */
const vscodeTable = 'https://github.com/microsoft/vscode/pull/70515'
const detents = 'https://github.com/cascode-ai/analog-canvas/pull/406'
const scaledDisplay = 'https://github.com/Open-Resin-Alliance/DragonFruit/pull/555'
const trackpadPoints = 'https://github.com/ensky0/tildaz/issues/502'
const pinchValues = 'https://github.com/GMOD/jbrowse-components/pull/4970'

describe('a wheel zooms', () => {
  test.each([
    ['a notch in Chrome on Windows and Linux', { deltaY: -100, wheelDeltaY: 120 }, 1, 1.2],
    [`at 125 %, ${scaledDisplay}`, { deltaY: -80, wheelDeltaY: 96 }, 1.25, 1.2],
    [`at 150 %, ${scaledDisplay}`, { deltaY: -66.666_664, wheelDeltaY: 80 }, 1.5, 1.2],
    [`at 200 %, ${scaledDisplay}`, { deltaY: -50, wheelDeltaY: 60 }, 2, 1.2],
    [`an accelerated notch on macOS, ${detents}`, { deltaY: -4, wheelDeltaY: 120 }, 2, 1.2],
    ['three lines in Firefox', { deltaY: -3, deltaMode: 1 }, 1, 1.2],
    [
      `a part of a notch in Chrome on Windows, ${vscodeTable}`,
      { deltaY: -21.66, wheelDeltaY: 26 },
      1,
      1.04,
    ],
    [
      `a part of a notch in Firefox on Windows, ${vscodeTable}`,
      { deltaY: -0.65, deltaMode: 1 },
      1,
      1.04,
    ],
    [`a part of a notch in Edge, ${vscodeTable}`, { deltaY: -12.8, wheelDeltaY: 26 }, 1, 1.024],
    [`a part of a notch on macOS, ${vscodeTable}`, { deltaY: -13, wheelDeltaY: 39 }, 2, 1.024],
    ['a part of a notch in Firefox on macOS', { deltaY: -13 }, 2, 1.024],
  ])('%s', (_, event, pixelRatio, factor) => {
    const turned = zoomOf(read([event], 'automatic', pixelRatio))
    expect(turned).toBeCloseTo(factor, 2)
    const back = Object.fromEntries(
      Object.entries(event).map(([key, value]) => [key, key === 'deltaMode' ? value : -value]),
    )
    expect(zoomOf(read([event, back], 'automatic', pixelRatio))).toBeCloseTo(1, 9)
  })

  test('a wheel that slows down keeps zooming', () => {
    const slowing = [-13, -9, -5, -2, -1].map((deltaY) => ({ deltaY, wheelDeltaY: -3 * deltaY }))
    expect(zoomOf(read(slowing, 'automatic', 2))).toBeGreaterThan(1)
  })

  test('with shift it pans sideways, also if the system has turned the direction', () => {
    const down = { deltaY: 100, wheelDeltaY: -120, shiftKey: true }
    const turned = { deltaX: 100, wheelDeltaY: 0, shiftKey: true }
    expect(read([down, turned])).toMatchObject([
      { kind: 'pan', dx: -100 },
      { kind: 'pan', dx: -100 },
    ])
  })

  test('with Ctrl it zooms by notches', () => {
    expect(zoomOf(read([{ deltaY: -100, wheelDeltaY: 120, ctrlKey: true }]))).toBeCloseTo(1.2, 9)
  })
})

describe('two fingers on a trackpad', () => {
  const swipe = [1, 3, 6, 8, 20, 42, 40, 15, 3]

  test(`pan, however fast, ${trackpadPoints}`, () => {
    const events = swipe.map((deltaY) => ({ deltaY, wheelDeltaY: -3 * deltaY }))
    expect(read(events, 'automatic', 2)).toEqual(
      swipe.map((deltaY) => ({ kind: 'pan', dx: 0, dy: -deltaY })),
    )
  })

  test(`pan where a step happens to be 120 in a ratio of 3, ${detents}`, () => {
    const [, step] = read([
      { deltaY: -2, wheelDeltaY: 6 },
      { deltaY: -40, wheelDeltaY: 120 },
    ])
    expect(step).toEqual({ kind: 'pan', dx: 0, dy: 40 })
  })

  test('pan aslant, and keep panning once they have', () => {
    const meanings = read([
      { deltaX: 3, deltaY: -17.5, wheelDeltaY: 52 },
      { deltaY: -30, wheelDeltaY: 90 },
    ])
    expect(meanings).toEqual([
      { kind: 'pan', dx: -3, dy: 17.5 },
      { kind: 'pan', dx: 0, dy: 30 },
    ])
  })

  test(`zoom smoothly by a pinch, ${pinchValues}`, () => {
    const pinch = [0.1, 0.64, 0.81, 1, 1.05].map((deltaY) => ({ deltaY, ctrlKey: true }))
    expect(zoomOf(read(pinch))).toBeCloseTo(Math.exp(-0.036), 9)
  })
})

describe('by choice', () => {
  const swipe = { deltaY: -10, wheelDeltaY: 30 }
  const turn = { deltaY: -100, wheelDeltaY: 120 }

  test('everything zooms', () => {
    expect(
      zoomOf(read([{ ...swipe, deltaY: -2, wheelDeltaY: 6 }, swipe, turn], 'zoom')),
    ).toBeGreaterThan(1.2)
  })

  test('everything pans, except with Ctrl', () => {
    expect(read([turn, swipe], 'pan')).toEqual([
      { kind: 'pan', dx: 0, dy: 100 },
      { kind: 'pan', dx: 0, dy: 10 },
    ])
    expect(zoomOf(read([{ ...turn, ctrlKey: true }], 'pan'))).toBeCloseTo(1.2, 9)
  })
})
