import { describe, expect, test } from 'vitest'
import type { Annotation } from '../../document.ts'
import { documentOf } from '../../document.ts'
import { Driver, aCategory, aSquare, anAnnotation, slowWorker } from '../../testing/driver.ts'

const eye = {
  ...aCategory(1, 'eye'),
  keypointLabels: ['disc', 'fovea', 'branch'],
  keypointEdges: [
    [1, 2],
    [2, 3],
  ] as const,
  keypointColors: ['#ff0000', '#00ff00', '#0000ff'],
  role: null,
}

function labelling(...annotations: Annotation[]) {
  const image = { id: 1, width: 200, height: 100 }
  const all = annotations.length === 0 ? [anAnnotation()] : annotations
  const document = documentOf(image, [eye, aCategory(2, 'drusen')], all)
  return new Driver(all, { document, carryOut: slowWorker().ask }).select('a').tool('keypoints')
}

/** Disc at (50, 50), visible, and fovea at (100, 50), hidden. */
const labelled = anAnnotation({ keypoints: [50, 50, 2, 100, 50, 1, 0, 0, 0] })
const current = (user: Driver) => user.editor.state.currentKeypoint
const freeKey = { shift: false, alt: false, ctrl: false, repeat: false }

describe('keypoints by clicks', () => {
  test('places the labels in turn, each as a step', () => {
    const user = labelling().click(50, 50)
    expect(user.annotation().keypoints).toEqual([50, 50, 2, 0, 0, 0, 0, 0, 0])
    expect(current(user)).toBe(0)
    user.click(100, 50).click(150, 50)
    expect(user.annotation().keypoints).toEqual([50, 50, 2, 100, 50, 2, 150, 50, 2])
    expect(user.click(10, 10).annotation().keypoints).toHaveLength(9)
    expect(user.undo().annotation().keypoints).toEqual([50, 50, 2, 100, 50, 2, 0, 0, 0])
    expect(user.travelled.label).toBe('place keypoint')
    expect(user.undo().undo().annotation().keypoints).toEqual([])
    expect(user.redo().annotation().keypoints.slice(0, 3)).toEqual([50, 50, 2])
  })

  test('begins with the label chosen, and goes round to those left out', () => {
    const user = labelling()
    user.editor.setView({ currentKeypoint: 2 })
    user.click(150, 50).click(50, 50)
    expect(user.annotation().keypoints).toEqual([50, 50, 2, 0, 0, 0, 150, 50, 2])
  })

  test('without labels in its category nothing is placed', () => {
    const user = labelling(anAnnotation({ categoryId: 2 })).click(50, 50)
    expect(user.annotation().keypoints).toEqual([])
    expect(user.editor.display().cursor).toBe('no-drop')
  })

  test('keypoints of another category can be seen and moved, but not added', () => {
    const user = labelling({ ...labelled, categoryId: 2 })
    user.click(10, 10).drag([
      [50, 50],
      [60, 60],
    ])
    expect(user.annotation().keypoints).toEqual([60, 60, 2, 100, 50, 1, 0, 0, 0])
  })

  test('near the border they stay inside, farther out they are not placed', () => {
    const user = labelling().click(204, -3).click(250, 50)
    expect(user.annotation().keypoints).toEqual([200, 0, 2, 0, 0, 0, 0, 0, 0])
  })

  test.each([
    { zoom: 0.1, near: 69, far: 71 },
    { zoom: 8, near: 0.8, far: 0.9 },
  ])('one is met within seven screen pixels at zoom $zoom', ({ zoom, near, far }) => {
    const pressed = (away: number) =>
      labelling(labelled)
        .zoom(zoom)
        .press(50 - away, 50)
    expect(
      pressed(near)
        .release(50 - near, 50)
        .annotation(),
    ).toEqual(labelled)
    const besides = pressed(far)
      .release(50 - far, 50)
      .annotation().keypoints
    expect(besides.slice(6)).toEqual([Math.max(0, 50 - far), 50, 2])
  })

  test('of two that are near, the nearer one is meant', () => {
    const close = anAnnotation({ keypoints: [50, 50, 2, 54, 50, 2, 0, 0, 0] })
    expect(current(labelling(close).click(53, 50))).toBe(1)
    expect(current(labelling(close).click(51, 50))).toBe(0)
  })
})

describe('keypoints by dragging', () => {
  test('moves one as far as it is dragged, within the image, as one step', () => {
    const user = labelling(labelled).press(52, 51).move(60, 51)
    expect(user.at).toBe('keypoints.dragging')
    expect(user.overlays('instead')[0]?.keypoints.slice(0, 3)).toEqual([58, 50, 2])
    expect(user.overlays('line').map(({ line }) => line)).toEqual([[58, 50, 100, 50]])
    expect(user.annotation()).toEqual(labelled)
    user.move(-20, 51).release(-20, 51)
    expect(user.annotation().keypoints).toEqual([0, 50, 2, 100, 50, 1, 0, 0, 0])
    expect(user.undo().annotation()).toEqual(labelled)
    expect(user.travelled.label).toBe('move keypoint')
  })

  test('keeps a hidden one hidden', () => {
    const user = labelling(labelled).drag([
      [100, 50],
      [120, 60],
    ])
    expect(user.annotation().keypoints.slice(3, 6)).toEqual([120, 60, 1])
  })

  test('a new one can be dragged to its place before the button is let go', () => {
    const user = labelling().drag([
      [50, 50],
      [60, 40],
    ])
    expect(user.annotation().keypoints.slice(0, 3)).toEqual([60, 40, 2])
    expect(user.undo().annotation().keypoints).toEqual([])
  })

  test.each([0.1, 8])('a press that shakes moves nothing at zoom %s', (zoom) => {
    const user = labelling(labelled).zoom(zoom).press(50, 50)
    user.move(50 + 2.9 / zoom, 50).release(50 + 2.9 / zoom, 50)
    expect(user.annotation()).toEqual(labelled)
    expect(current(user)).toBe(0)
  })
})

describe('visibility and removal', () => {
  test('alt and a click hide and show, each as a step', () => {
    const user = labelling(labelled).click(50, 50, { alt: true }).click(100, 50, { alt: true })
    expect(user.annotation().keypoints).toEqual([50, 50, 1, 100, 50, 2, 0, 0, 0])
    expect(user.undo().annotation().keypoints.slice(0, 3)).toEqual([50, 50, 1])
    expect(user.undo().annotation()).toEqual(labelled)
    expect(user.click(150, 50, { alt: true }).annotation()).toEqual(labelled)
  })

  test('Backspace removes the current one, and spares the annotation after that', () => {
    const user = labelling(labelled).click(50, 50).key('Backspace')
    expect(user.annotation().keypoints).toEqual([0, 0, 0, 100, 50, 1, 0, 0, 0])
    expect(user.editor.keyDown({ ...freeKey, key: 'Backspace' })).toBe(true)
    expect(user.click(60, 60).annotation().keypoints.slice(0, 3)).toEqual([60, 60, 2])
    expect(user.undo().undo().annotation()).toEqual(labelled)
    expect(user.travelled.label).toBe('delete keypoint')
  })

  test('with none current it is free for others; Escape makes none current', () => {
    const user = labelling(labelled)
    expect(user.editor.keyDown({ ...freeKey, key: 'Backspace' })).toBe(false)
    user.click(50, 50).key('Escape')
    expect(current(user)).toBe(-1)
    expect(user.selection).toBe('a')
    expect(user.editor.keyDown({ ...freeKey, key: 'Escape' })).toBe(false)
  })
})

describe('the current keypoint', () => {
  test.each([-2, 3, 17])('%s has none', (place) => {
    const user = labelling(labelled)
    user.editor.setView({ currentKeypoint: place })
    expect(current(user)).toBe(-1)
  })

  test('has none after another selection, or if the annotation is gone', () => {
    const other = anAnnotation({ id: 'b', keypoints: [10, 10, 2, 0, 0, 0, 0, 0, 0] })
    const user = labelling(labelled, other).click(50, 50)
    expect(current(user)).toBe(0)
    expect(current(user.select('b'))).toBe(-1)
    expect(current(user.click(10, 10).remotely('b', null))).toBe(-1)
  })
})

describe('the overlay of keypoints', () => {
  test('labels, colours, visibility, which is current, and the label that comes next', () => {
    const user = labelling(labelled).click(100, 50).move(150, 20)
    expect(user.overlays('keypoint')).toEqual([
      keypoint({ at: { x: 50, y: 50 }, label: 'disc', color: '#ff0000', look: 'visible' }),
      {
        ...keypoint({ at: { x: 100, y: 50 }, label: 'fovea', color: '#00ff00', look: 'hidden' }),
        active: true,
      },
      keypoint({ at: { x: 150, y: 20 }, label: 'branch', color: '#0000ff', look: 'next' }),
    ])
    expect(user.overlays('line').map(({ line }) => line)).toEqual([[50, 50, 100, 50]])
    expect(user.editor.display().cursor).toBe('crosshair')
    expect(user.move(51, 50).editor.display().cursor).toBe('move')
    expect(user.leave().overlays('keypoint')).toHaveLength(2)
  })

  test('nothing of an annotation that is hidden, nor can it be labelled then', () => {
    const user = labelling(labelled).hide('a').move(150, 50)
    expect(user.editor.display().overlays).toEqual([])
    expect(user.click(150, 50).annotation()).toEqual(labelled)
  })
})

describe('keypoints given up', () => {
  test('Escape and undo leave no trace', () => {
    const ways = [(user: Driver) => user.key('Escape'), (user: Driver) => user.undo()]
    for (const giveUp of ways) {
      for (const from of [50, 150]) {
        const user = giveUp(labelling(labelled).press(from, 50).move(170, 80))
        expect(user.at).not.toBe('keypoints.dragging')
        expect(user.release(170, 80).annotation()).toEqual(labelled)
        expect(user.undo().travelled.label).toBeNull()
      }
    }
  })

  test("a colleague's change meanwhile is kept, but for the keypoint that is moved", () => {
    const theirs = {
      ...labelled,
      geometry: aSquare(0, 0, 10),
      keypoints: [1, 1, 2, 2, 2, 2, 3, 3, 2],
    }
    const user = labelling(labelled).press(50, 50).move(70, 50).remotely('a', theirs)
    expect(user.release(70, 50).annotation().keypoints).toEqual([70, 50, 2, 2, 2, 2, 3, 3, 2])
    expect(user.area()).toBe(100)
  })
})

function keypoint(about: { at: object; label: string; color: string; look: string }) {
  return { kind: 'keypoint', active: false, ...about }
}
