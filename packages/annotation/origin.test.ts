import { describe, expect, test } from 'vitest'

import { copiesOf, pasteAnnotations } from './clipboard.ts'
import { clearAnnotation, moveAnnotations, setCategory, setColor } from './commands.ts'
import { putKeypoint } from './keypoints.ts'
import { byHand, joinedOrigin, type Origin } from './origin.ts'
import { aCategory, aSquare, anAnnotation, draw } from './testing/driver.ts'

const network = { name: 'vessels', version: '2.1' }
const other = { name: 'extreme-points', version: null }
const automatic: Origin = { kind: 'automatic', algorithms: [network] }
const semiautomatic: Origin = { kind: 'semiautomatic', algorithms: [network] }
const found = anAnnotation({ geometry: aSquare(20, 20, 40), origin: automatic })

test('the origin of several is their common kind, else of both, and names every algorithm once', () => {
  const predicted: Origin = { kind: 'semiautomatic', algorithms: [other, network] }
  expect(joinedOrigin(automatic, automatic)).toEqual(automatic)
  expect(joinedOrigin(byHand, byHand)).toEqual(byHand)
  expect(joinedOrigin(byHand, automatic)).toEqual(semiautomatic)
  expect(joinedOrigin(semiautomatic, byHand)).toEqual(semiautomatic)
  expect(joinedOrigin(automatic, predicted)).toEqual({
    kind: 'semiautomatic',
    algorithms: [network, other],
  })
})

describe('an annotation by an algorithm', () => {
  test('is semi-automatic once a person draws in it, and automatic again when that is undone', () => {
    const user = draw(found).tool('box').click(10, 10).click(30, 30)
    expect(user.annotation().origin).toEqual(semiautomatic)
    expect(user.undo().annotation().origin).toEqual(automatic)
    expect(user.redo().annotation().origin).toEqual(semiautomatic)
  })

  test('is semi-automatic once a person has put a keypoint', () => {
    const landmarks = { ...aCategory(1, 'landmarks'), keypointLabels: ['fovea'] }
    const user = draw(found)
    user.editor.setCategories(new Map([[1, landmarks]]))
    user.editor.change('keypoint', putKeypoint('a', 0, { x: 30, y: 30 }))
    expect(user.annotation().origin).toEqual(semiautomatic)
  })

  test('is semi-automatic once it is moved', () => {
    const user = draw(found)
    user.editor.change('move', moveAnnotations(['a'], { dx: 5, dy: 0 }))
    expect(user.annotation().origin).toEqual(semiautomatic)
    expect(user.undo().annotation().origin).toEqual(automatic)
  })

  test('stays automatic if only category or colour change, or a move changes nothing', () => {
    const user = draw(found)
    user.editor.change('category', setCategory('a', 2))
    user.editor.change('colour', setColor('a', '#00ff00'))
    user.editor.change('move', moveAnnotations(['a'], { dx: 0, dy: 0 }))
    expect(user.annotation().origin).toEqual(automatic)
  })

  test('becomes hand-drawn once its area was emptied and a person drew again', () => {
    const user = draw(found)
    user.editor.change('clear', clearAnnotation('a'))
    user.tool('box').click(10, 10).click(30, 30)
    expect(user.annotation().origin).toEqual(byHand)
  })

  test('is just as automatic in a copy', () => {
    const user = draw(found)
    user.editor.change('paste', pasteAnnotations(copiesOf([found], () => 'copy')))
    expect(user.annotation('copy').origin).toEqual(automatic)
  })

  test('is not attributed to a person by undo if a colleague has drawn in it meanwhile', () => {
    const user = draw(found).tool('box').click(10, 10).click(30, 30)
    const theirs = { ...user.annotation(), geometry: aSquare(0, 0, 90) }
    expect(user.remotely('a', theirs).undo().annotation().origin).toEqual(semiautomatic)
  })
})
