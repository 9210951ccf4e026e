import { expect, test } from 'vitest'
import { deleteAnnotations } from './commands.ts'
import {
  annotationLooksFrom,
  hiddenBy,
  looksFrom,
  lookOf,
  storedLooks,
  usualLooks,
  withAnnotationLooks,
  withCategoryLook,
  withOpacityBy,
  withoutHidden,
} from './looks.ts'
import { obstacleTo } from './reworking.ts'
import { aSquare, anAnnotation, Driver } from './testing/driver.ts'

const annotation = anAnnotation({ geometry: aSquare(20, 20, 40) })

test('opacities of annotation and category multiply, and either locks', () => {
  const half = withCategoryLook(usualLooks, 1, { opacity: 50 })
  const both = withAnnotationLooks(half, ['a'], { opacity: 50, isLocked: true })
  expect(lookOf(both, annotation)).toEqual({ opacity: 25, isLocked: true })
  expect(lookOf(both, { id: 'b', categoryId: 1 })).toEqual({ opacity: 50, isLocked: false })
  expect(lookOf(both, { id: 'b', categoryId: 2 })).toEqual({ opacity: 100, isLocked: false })
})

test('looks of categories survive being stored; usual and damaged ones are not kept', () => {
  const looks = withCategoryLook(usualLooks, 7, { isHidden: true, opacity: 40 })
  const stored: unknown = JSON.parse(JSON.stringify(storedLooks(looks.categories)))
  expect(looksFrom(stored)).toEqual(looks.categories)
  expect(withoutHidden(looks).categories.get(7)).toMatchObject({ isHidden: false, opacity: 40 })
  expect(withCategoryLook(looks, 7, { isHidden: false, opacity: 100 })).toEqual(usualLooks)
  expect(looksFrom({ 7: { opacity: 900, isLocked: 'yes' }, x: {} }).get(7)).toMatchObject({
    opacity: 100,
    isLocked: false,
  })
  expect(looksFrom('nothing').size).toBe(0)
})

test('the opacity of each annotation is changed from its own, within limits', () => {
  const one = withAnnotationLooks(usualLooks, ['a'], { opacity: 5 })
  const { annotations } = withOpacityBy(one, ['a', 'b'], -10)
  expect([annotations.get('a')?.opacity, annotations.get('b')?.opacity]).toEqual([0, 90])
  expect(withOpacityBy({ ...one, annotations }, ['a', 'b'], 100)).toEqual(usualLooks)
})

test('annotations are hidden alone or with their category, until all are shown', () => {
  const alone = withAnnotationLooks(usualLooks, ['a'], { isHidden: true })
  const both = withCategoryLook(alone, 2, { isHidden: true })
  const { editor } = new Driver([
    annotation,
    anAnnotation({ id: 'b' }),
    anAnnotation({ id: 'c', categoryId: 2 }),
  ])
  const { document } = editor.state
  expect([...hiddenBy(both, document)]).toEqual(['a', 'c'])
  expect(hiddenBy(withoutHidden(both), document).size).toBe(0)
  expect(annotationLooksFrom(JSON.parse(JSON.stringify(storedLooks(alone.annotations))))).toEqual(
    alone.annotations,
  )
})

/** A person with a selected annotation, which is then locked. */
function locked() {
  let told = 0
  const user = new Driver([annotation], { onLocked: () => (told += 1) }).select('a').tool('brush')
  user.editor.setView({ looks: withCategoryLook(usualLooks, 1, { isLocked: true }) })
  return { user, told: () => told }
}

test('a locked annotation cannot be drawn in, moved or deleted, and clicks go through it', () => {
  const { user, told } = locked()
  expect(user.at).toBe('select.idle')
  expect(user.tool('brush').at).toBe('select.idle')
  expect(user.handles).toEqual([])
  user.drag([
    [40, 40],
    [60, 60],
  ])
  user.select('a')
  user.key('ArrowRight', { shift: true })
  expect(user.annotation()).toBe(annotation)
  user.editor.change('delete', deleteAnnotations(['a']))
  expect(user.annotation()).toBe(annotation)
  expect(told()).toBe(1)
  expect(user.undo().travelled.label).toBeNull()
  expect(obstacleTo('smooth', user.editor.state)).toBe('needsShape')
  expect(user.click(40, 40).selected).toEqual([])
})

test.each(['ellipse', 'brush'] as const)(
  'nothing is created in a locked category by the %s, and the user is told each time',
  (tool) => {
    let told = 0
    const user = new Driver([], { onLocked: () => (told += 1) }).prefer({ newAfterStroke: true })
    const looks = withCategoryLook(usualLooks, 1, { isLocked: true })
    user.editor.setView({ looks, activeCategory: 1 })
    const line = [
      [20, 20],
      [60, 60],
    ] as const
    user.tool(tool).drag(line).drag(line)
    expect(user.segmentations).toEqual({})
    expect(user.editor.state.history.past).toEqual([])
    expect(told).toBe(2)
    expect(user.editor.create(1)).toBeNull()
    expect(told).toBe(3)
    user.editor.setView({ looks: usualLooks })
    expect(user.drag(line).area('new')).toBeGreaterThan(0)
  },
)

test('a drawing that would be an annotation of its own in a locked category is refused', () => {
  let told = 0
  const other = anAnnotation({ id: 'b', categoryId: 2, geometry: aSquare(20, 20, 40) })
  const user = new Driver([other], { onLocked: () => (told += 1) }).prefer({ newAfterStroke: true })
  const looks = withCategoryLook(usualLooks, 1, { isLocked: true })
  user.editor.setView({ looks, activeCategory: 1 })
  user.select('b').tool('brush').click(150, 50)
  expect(Object.keys(user.segmentations)).toEqual(['b'])
  expect(user.annotation('b')).toBe(other)
  expect(told).toBe(1)
})

test('colleagues may change it, and it can be changed once it is unlocked', () => {
  const { user } = locked()
  user.remotely('a', { ...annotation, geometry: aSquare(0, 0, 10) })
  expect(user.area()).toBe(100)
  user.editor.setView({ looks: usualLooks })
  user.editor.change('delete', deleteAnnotations(['a']))
  expect(user.segmentations).toEqual({})
})
