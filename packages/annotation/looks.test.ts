import { expect, test } from 'vitest'
import { copiesOf, pasteAnnotations } from './clipboard.ts'
import { addAnnotation, deleteAnnotations, setCategory, setColor } from './commands.ts'
import { documentOf } from './document.ts'
import {
  annotationLooksFrom,
  changesBetween,
  hiddenBy,
  hiddenWith,
  looksFrom,
  lookOf,
  storedChanges,
  usualLook,
  usualLooks,
  withAnnotationLooks,
  withCategoryLook,
  withChanges,
  withOpacityBy,
  withoutHidden,
} from './looks.ts'
import { obstacleTo } from './reworking.ts'
import { carryOut } from './plan.ts'
import { aCategory, aSquare, anAnnotation, Driver, operations } from './testing/driver.ts'
import { flipVessels } from './vessel-kind.ts'

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
  const stored = storedChanges(changesBetween(usualLooks.categories, looks.categories))
  expect(stored).toEqual({ 7: { opacity: 40, isHidden: true } })
  expect(looksFrom(stored)).toEqual(looks.categories)
  expect(withoutHidden(looks).categories.get(7)).toMatchObject({ isHidden: false, opacity: 40 })
  expect(withCategoryLook(looks, 7, { isHidden: false, opacity: 100 })).toEqual(usualLooks)
  const damaged = {
    7: { opacity: 900, isLocked: 'yes', isHidden: true },
    8: { opacity: 900 },
    x: {},
  }
  expect(looksFrom(damaged)).toEqual(new Map([[7, { ...usualLook, isHidden: true }]]))
  expect(looksFrom('nothing').size).toBe(0)
})

test('only the changed parts of looks are stored, and a usual value as none', () => {
  const before = withCategoryLook(usualLooks, 7, { opacity: 40, isLocked: true })
  const after = withCategoryLook(withCategoryLook(before, 7, { opacity: 100 }), 8, { opacity: 5 })
  const changes = changesBetween(before.categories, after.categories)
  expect(storedChanges(changes)).toEqual({ 7: { opacity: null }, 8: { opacity: 5 } })
  expect(withChanges(before.categories, changes)).toEqual(after.categories)
  expect(looksFrom({ 7: { opacity: 100 } }).size).toBe(0)
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
  const stored = storedChanges(changesBetween(usualLooks.annotations, alone.annotations))
  expect(annotationLooksFrom(stored)).toEqual(alone.annotations)
})

/** A person who has hidden category 1 with annotation 'a', but not annotation 'b' of category 2. */
function hiding(): Driver {
  const user = new Driver([annotation, anAnnotation({ id: 'b', categoryId: 2, position: 2 })])
  const looks = withCategoryLook(usualLooks, 1, { isHidden: true })
  user.hide('a').editor.setView({ looks, activeCategory: 1 })
  return user
}

const isHidden = ({ editor }: Driver) => editor.state.looks.categories.get(1)?.isHidden === true
const hiddenOf = ({ editor }: Driver) => [...editor.state.hidden]

test('what others put into a hidden category, or bring back hidden, is hidden', () => {
  const user = hiding()
  user.remotely('c', anAnnotation({ id: 'c' }))
  user.remotely('b', { ...user.annotation('b'), categoryId: 1 })
  user.remotely('d', anAnnotation({ id: 'd', categoryId: 2 }))
  expect(hiddenOf(user)).toEqual(['a', 'c', 'b'])
  expect(isHidden(user)).toBe(true)
  user.editor.setView({ looks: withAnnotationLooks(usualLooks, ['e'], { isHidden: true }) })
  user.remotely('e', anAnnotation({ id: 'e', categoryId: 2 }))
  expect(hiddenOf(user)).toContain('e')
})

test('an annotation shown alone stays visible while others draw in it', () => {
  const user = hiding().hide()
  user.remotely('a', { ...annotation, geometry: aSquare(0, 0, 10) })
  expect(hiddenOf(user)).toEqual([])
})

test.each<[string, (user: Driver) => unknown]>([
  ['draws', (user) => user.prefer({ newAfterStroke: true }).tool('brush').click(150, 50)],
  ['creates one', (user) => user.editor.create(1)],
  ['pastes', ({ editor }) => editor.change('paste', addAnnotation(anAnnotation({ id: 'c' })))],
  ['moves one', ({ editor }) => editor.change('category', setCategory('b', 1))],
])('a hidden category into which the user %s is shown with all that is in it', (_, act) => {
  const user = hiding()
  act(user)
  expect(isHidden(user)).toBe(false)
  expect(hiddenOf(user)).toEqual([])
  expect([...hiddenBy(user.editor.state.looks, user.editor.state.document)]).toEqual([])
})

test('a hidden annotation that comes back by undo is hidden still, with its category', () => {
  const user = hiding()
  user.editor.change('delete', deleteAnnotations(['a']))
  user.undo()
  expect(isHidden(user)).toBe(true)
  expect(hiddenOf(user)).toEqual(['a'])
})

test('annotations that are hidden alone stay hidden when their category is shown', () => {
  const user = hiding()
  const looks = withAnnotationLooks(user.editor.state.looks, ['a'], { isHidden: true })
  user.editor.setView({ looks })
  user.editor.create(1)
  expect(hiddenOf(user)).toEqual(['a'])
})

test('annotations that the server made for the user, and the live stream brought, are shown', () => {
  const user = hiding()
  const made = anAnnotation({ id: 'c' })
  user.remotely('c', made).remotely('c', null)
  user.editor.change('service', addAnnotation(made))
  expect(isHidden(user)).toBe(false)
  expect(hiddenOf(user)).toEqual([])
})

test('looks that another window has changed hide and show, except for the moment', () => {
  const { state } = hiding().hide('a', 'b').editor
  const next = withCategoryLook(usualLooks, 2, { isHidden: true })
  expect([...hiddenWith(state, next)]).toEqual(['b'])
  expect([...hiddenWith(state, state.looks)]).toEqual(['a', 'b'])
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
  expect(obstacleTo('smooth', user.editor.state)).toBe('isLocked')
  expect(obstacleTo('fillHoles', user.editor.state)).toBe('needsHoles')
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

/** A person with vessels and other annotations; the category of the venules is locked. */
function withLockedVenules() {
  let told = 0
  const image = { id: 1, width: 200, height: 100 }
  const categories = [
    aCategory(1, 'arterioles', 'arteriole'),
    aCategory(2, 'venules', 'venule'),
    aCategory(3, 'drusen'),
  ]
  const venule = anAnnotation({ id: 'b', categoryId: 2 })
  const user = new Driver([], {
    document: documentOf(image, categories, [annotation, venule, anAnnotation({ id: 'c' })]),
    carryOut: (plan) =>
      carryOut(plan, operations, { area: aSquare(0, 0, 10), vesselKind: 'venule' }),
    onLocked: () => (told += 1),
  })
  user.editor.setView({ looks: withCategoryLook(usualLooks, 2, { isLocked: true }) })
  return { user, venule, told: () => told }
}

test('copies go into unlocked categories only, and the user is told', () => {
  const { user, venule, told } = withLockedVenules()
  const ids = ['copy of 1', 'copy of 2']
  const copies = copiesOf([annotation, { ...venule, position: 2 }], () => ids.shift() ?? '')
  user.editor.change('paste', pasteAnnotations(copies))
  expect(Object.keys(user.segmentations)).toEqual(['a', 'b', 'c', 'copy of 1'])
  expect(told()).toBe(1)
  user.editor.takeIn('keep both', pasteAnnotations(copies.slice(1)))
  expect(Object.keys(user.segmentations)).toContain('copy of 2')
  expect(Object.keys(user.undo().segmentations)).not.toContain('copy of 2')
  expect(Object.keys(user.redo().segmentations)).toContain('copy of 2')
  expect(told()).toBe(1)
})

test('nothing is moved into or out of a locked category; other changes of the step are made', () => {
  const { user, told } = withLockedVenules()
  user.editor.change('category', flipVessels(['a', 'b']))
  expect(user.annotation('a')).toBe(annotation)
  expect(user.annotation('b').categoryId).toBe(2)
  expect(told()).toBe(1)
  expect(user.undo().travelled.label).toBeNull()
  user.editor.change('edit', (document) => setColor('a', '#00ff00')(setCategory('a', 2)(document)))
  expect(user.annotation('a')).toEqual({ ...annotation, color: '#00ff00' })
  user.editor.change('category', setCategory('a', 3))
  expect(user.annotation('a').categoryId).toBe(3)
  expect(told()).toBe(2)
})

test('a vessel that appears to be of a locked category is drawn, and stays in its own', () => {
  const { user, told } = withLockedVenules()
  user.select('c').tool('vessel').click(20, 20).click(60, 20).key('Enter')
  expect(user.annotation('c')).toMatchObject({ categoryId: 1, geometry: aSquare(0, 0, 10) })
  expect(told()).toBe(1)
})
