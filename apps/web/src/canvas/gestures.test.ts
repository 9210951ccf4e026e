import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { EditorOptions } from '#annotation/editor-state'
import { anAnnotation, Driver } from '#annotation/testing/driver'
import type { ToolId } from '#annotation/tools'

import { listenToGestures } from './gestures.ts'

type Kind = 'mouse' | 'pen' | 'touch'
type Place = readonly [x: number, y: number]

/** As much of a pointer's event as the canvas reads. */
class PointerPress extends Event {
  readonly pointerType: Kind
  readonly pointerId: number
  readonly clientX: number
  readonly clientY: number
  readonly pressure = 0.5
  readonly button = 0
  readonly shiftKey = false
  readonly altKey = false
  readonly ctrlKey = false
  readonly metaKey = false

  constructor(type: string, [pointerType, pointerId]: Pointer, [x, y]: Place) {
    super(type, { cancelable: true })
    this.pointerType = pointerType
    this.pointerId = pointerId
    this.clientX = x
    this.clientY = y
  }

  getCoalescedEvents(): readonly PointerPress[] {
    return []
  }
}

type Pointer = readonly [kind: Kind, id: number]

const finger: Pointer = ['touch', 1]
const palm: Pointer = ['touch', 2]
const heel: Pointer = ['touch', 3]
const pen: Pointer = ['pen', 7]

beforeEach(() => {
  vi.stubGlobal('PointerEvent', PointerPress)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
})

/** A person at an image of 200 by 100 pixels, shown at its own size. */
class Tablet extends Driver {
  readonly #host = new EventTarget()
  panned = 0

  constructor(options: Partial<EditorOptions> = {}) {
    super([anAnnotation()], options)
    const page = Object.assign(new EventTarget(), { defaultView: new EventTarget() })
    Object.assign(this.#host, {
      ownerDocument: page,
      dataset: {},
      focus: () => undefined,
      setPointerCapture: () => undefined,
      getBoundingClientRect: () => ({ left: 0, top: 0 }),
    })
    listenToGestures(this.#host as HTMLElement, {
      editor: this.editor,
      viewport: { zoom: 1, x: 0, y: 0 },
      pan: () => (this.panned += 1),
      zoomAbout: () => undefined,
      pointAt: () => undefined,
    })
  }

  #send(type: string, pointer: Pointer, place: Place): this {
    this.#host.dispatchEvent(new PointerPress(type, pointer, place))
    return this
  }

  down(pointer: Pointer, ...places: readonly Place[]): this {
    const [first = [0, 0], ...others] = places
    this.#send('pointerdown', pointer, first)
    return this.along(pointer, ...others)
  }

  along(pointer: Pointer, ...places: readonly Place[]): this {
    for (const place of places) this.#send('pointermove', pointer, place)
    return this
  }

  up(pointer: Pointer, place: Place): this {
    return this.#send('pointerup', pointer, place).#send('lostpointercapture', pointer, place)
  }

  /** The system takes the pointer for a palm. */
  rejected(pointer: Pointer, place: Place): this {
    return this.#send('pointercancel', pointer, place).#send('lostpointercapture', pointer, place)
  }

  tap(pointer: Pointer, ...places: readonly Place[]): this {
    for (const place of places) this.down(pointer, place).up(pointer, place)
    return this
  }

  pinch(from: Place): this {
    this.down(finger, from).down(palm, [120, 90])
    this.along(palm, [130, 95])
    return this.up(finger, from).up(palm, [130, 95])
  }

  /** The number of points of the drawing in hand. */
  get points(): number {
    const lists = Object.values(this.editor.state.tool.state).filter((part) => Array.isArray(part))
    return lists.flat().length
  }

  get steps(): number {
    return this.editor.state.history.past.length
  }
}

function tablet(tool: ToolId): Tablet {
  return new Tablet().select('a').tool(tool)
}

/** A person whose drawings are annotations of their own. */
function atCategory(): Tablet {
  const person = new Tablet().prefer({ newAfterStroke: true })
  person.editor.setView({ activeCategory: 1 })
  return person
}

const corners: readonly Place[] = [
  [20, 20],
  [60, 20],
  [80, 40],
]

describe('a palm that the system rejects', () => {
  test.each(['polygon', 'vessel', 'clicks', 'measure', 'prediction', 'split'] as const)(
    'leaves the points of %s that were set before it',
    (tool) => {
      const person = tablet(tool).tap(pen, ...corners)
      const { at } = person
      person.down(palm, [150, 90], [160, 80]).rejected(palm, [160, 80])
      expect(person.points).toBe(3)
      expect(person.at).toBe(at)
    },
  )

  test('leaves an angle to which it gave the last point', () => {
    const person = tablet('angle').tap(pen, [20, 20], [60, 20])
    person.down(palm, [60, 60]).rejected(palm, [60, 60])
    expect(person.editor.state.document.imageRecord.measurements).toEqual({})
    expect(person.points).toBe(2)
  })

  test('leaves a measurement while nothing is selected', () => {
    const person = new Tablet().tool('measure').tap(pen, ...corners)
    expect(person.down(palm, [150, 90]).rejected(palm, [150, 90]).points).toBe(3)
    expect(person.down(palm, [81, 40]).rejected(palm, [81, 40]).points).toBe(3)
  })

  test('takes its own stroke with it', () => {
    const person = tablet('brush').down(palm, [50, 50], [90, 50]).rejected(palm, [90, 50])
    expect(person.at).toBe('brush.idle')
    expect(person.area()).toBe(0)
  })
})

describe('a pinch', () => {
  test.each([
    ['polygon', 'too near to the last point', [61, 20]],
    ['prediction', 'too near to a point', [61, 20]],
    ['clicks', 'outside the image', [100, 140]],
    ['measure', 'too near to the last point', [61, 20]],
  ] as const)('takes no point of %s back after a press %s', (tool, _, place) => {
    const person = tablet(tool).tap(finger, [20, 20], [60, 20])
    expect(person.pinch(place).points).toBe(2)
    const single = tablet(tool).tap(finger, [60, 20])
    expect(single.pinch(place).points).toBe(1)
    expect(single.panned).toBe(1)
  })

  test('previews again what the clicks before it outline', () => {
    const outlined: unknown[] = []
    const person = new Tablet({
      carryOut: ({ base, baseLines, drawing }) => {
        if (drawing.kind === 'clicks') outlined.push(drawing.clicks.length)
        return { geometry: base, lines: baseLines }
      },
    })
    person.select('a').tool('clicks').tap(finger, [20, 20], [60, 20]).pinch([90, 60])
    expect(outlined).toEqual([1, 2, 3, 2])
    expect(person.editor.state.preview).not.toBeNull()
  })

  test('takes back all that its first finger has drawn of a polygon', () => {
    const person = tablet('polygon').tap(finger, ...corners)
    person.down(finger, [90, 60], [70, 70], [50, 70], [30, 60]).down(palm, [150, 60])
    person.up(finger, [30, 60]).up(palm, [150, 60])
    expect(person.points).toBe(3)
    // No button is down any longer.
    expect(person.along(pen, [120, 60]).points).toBe(3)
  })

  test('keeps the first corner of a box that its first finger has completed', async () => {
    const person = tablet('box').tap(finger, [20, 20])
    person.down(finger, [60, 60])
    await vi.waitFor(() => expect(person.area()).toBe(1600))
    person.down(palm, [120, 90]).up(finger, [60, 60]).up(palm, [120, 90])
    expect(person.at).toBe('box.placed')
    expect(person.area()).toBe(0)
    expect(person.steps).toBe(0)
    person.tap(finger, [40, 40])
    await vi.waitFor(() => expect(person.area()).toBe(400))
  })

  test('keeps the first corner of a box that began its annotation', async () => {
    const person = atCategory()
    person.tool('box').tap(finger, [20, 20])
    person.down(finger, [60, 60])
    await vi.waitFor(() => expect(person.area('new')).toBe(1600))
    person.down(palm, [120, 90])
    expect([person.at, person.selection, person.steps]).toEqual(['box.placed', 'new', 0])
    expect(person.editor.state.document.annotations.has('new')).toBe(true)
  })

  test('leaves no empty annotation and no selection of its first finger', () => {
    const person = atCategory()
    person.tool('brush').pinch([50, 50])
    expect([...person.editor.state.document.annotations.keys()]).toEqual(['a'])
    expect([person.selection, person.steps]).toEqual([null, 0])
  })
})

/** The leftmost and rightmost place of each area that was painted. */
async function painted(person: Tablet): Promise<(readonly [number, number])[]> {
  await vi.waitFor(() => expect(person.area()).toBeGreaterThan(0))
  return person.annotation().geometry.map(({ outer }) => {
    const across = outer.filter((_, i) => i % 2 === 0)
    return [Math.round(Math.min(...across)), Math.round(Math.max(...across))] as const
  })
}

describe('a pen', () => {
  /** With a brush of 15 pixels' radius; nothing lies under the palm. */
  const stroke = [[35, 105]]

  test('draws although a palm came down first, which stays', async () => {
    const person = tablet('brush').down(palm, [180, 90]).down(pen, [50, 50], [70, 50])
    person.along(palm, [181, 90]).up(pen, [90, 50]).up(palm, [181, 90])
    expect(await painted(person)).toEqual(stroke)
  })

  test('draws although a palm came down first, which the system rejects', async () => {
    const person = tablet('brush').down(palm, [180, 90]).down(pen, [50, 50])
    person.rejected(palm, [180, 90]).along(pen, [70, 50]).up(pen, [90, 50])
    expect(await painted(person)).toEqual(stroke)
  })

  test('draws on while a palm lies on the screen by two contacts', async () => {
    const person = tablet('brush').down(pen, [50, 50], [70, 50])
    person.down(palm, [180, 90]).down(heel, [190, 95]).along(heel, [170, 95])
    person.up(pen, [90, 50]).along(heel, [160, 90])
    expect(await painted(person)).toEqual(stroke)
    expect(person.panned).toBe(0)
  })

  test('ends a pinch', async () => {
    const person = tablet('brush').down(finger, [150, 90]).down(palm, [180, 90])
    person.along(palm, [185, 90]).down(pen, [50, 50], [70, 50])
    person.along(palm, [190, 95]).up(pen, [90, 50]).along(palm, [195, 95])
    expect(await painted(person)).toEqual(stroke)
    expect(person.panned).toBe(1)
  })
})
