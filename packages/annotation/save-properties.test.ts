import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAnnotationField, setLabel } from './commands.ts'
import type { Annotation, ImageRecord } from './document.ts'
import { changedCells } from './records.ts'
import { isUnderWay, saveStatus } from './save.ts'
import type { Browser } from './testing/browser.ts'
import { atWork } from './testing/browser.ts'
import { anAnnotation } from './testing/driver.ts'

const which = fc.nat({ max: 3 })
const fieldKey = fc.constantFrom('grade', 'note')
const fieldValue = fc.constantFrom(null, 2, 'soft', ['a', 'b'], { cannotTell: true } as const)
const step = fc.oneof(
  fc.tuple(which, fc.constantFrom(null, 'red', 'blue')).map(([n, color]) => (user: Browser) => {
    const id = [...user.annotations.keys()][n]
    if (id !== undefined) user.edit(id, color === null ? null : { color })
  }),
  fc.constant((user: Browser) => void user.create()),
  fc.tuple(which, fieldKey, fieldValue).map(([n, key, given]) => (user: Browser) => {
    const id = [...user.annotations.keys()][n]
    if (id !== undefined) user.do(setAnnotationField(id, key, given))
  }),
  fc.tuple(fieldKey, fieldValue).map(([key, given]) => (user: Browser) => {
    user.setField(key, given)
  }),
  fc.tuple(which, fc.boolean()).map(([label, isGiven]) => (user: Browser) => {
    user.do(setLabel(label, isGiven))
  }),
  fc
    .constantFrom('never', 'before', 'after', 'late')
    .map((breaks) => (user: Browser) => user.send(breaks)),
  fc.constant((user: Browser) => user.hearAnswers()),
  fc.constant((user: Browser) => user.crash()),
)
const colleague = fc.oneof(
  fc.tuple(which, fc.constantFrom(null, 'green')).map(([n, color]) => (user: Browser) => {
    user.server.change(n + 1, color === null ? null : { color })
  }),
  which.map((n) => (user: Browser) => user.hearNews(n === 0 ? null : n)),
  fc.tuple(fieldKey, fieldValue).map(([key, given]) => (user: Browser) => {
    user.server.setField(key, given)
  }),
  fc.tuple(which, fc.boolean()).map(([label, isGiven]) => (user: Browser) => {
    user.server.setLabel(label, isGiven)
  }),
  fc.constant((user: Browser) => void user.server.create(anAnnotation({ color: 'green' }))),
)

/**
 * The properties of annotations that users can distinguish, regardless of ids, and of their image.
 */
function told(annotations: Iterable<Annotation>, image: ImageRecord) {
  const each = Array.from(annotations, ({ color, fields }) =>
    JSON.stringify([color, sorted(fields)]),
  )
  return { annotations: each.toSorted(), labels: image.labels, fields: image.fields }
}

function sorted(fields: Annotation['fields']) {
  return Object.entries(fields).toSorted(([a], [b]) => a.localeCompare(b))
}

/**
 * The local records before everything was saved, and the local and the server's records afterwards.
 */
function run(steps: readonly ((user: Browser) => void)[], choose: 'mine' | 'theirs') {
  const user = atWork()
  for (const next of steps) next(user)
  const before = told(user.annotations.values(), user.image)
  const unsaved = unsavedOfImage(user)
  user.finish(choose)
  return {
    before,
    unsaved,
    status: saveStatus(user.ledger).status,
    here: told(user.annotations.values(), user.image),
    image: user.server.image,
    there: told(
      user.server.annotations.map(({ content }) => content),
      user.server.image,
    ),
  }
}

/** The cells of the image's record that the server never had, and the record that has them. */
function unsavedOfImage({ ledger, image }: Browser): { cells: string[]; image: ImageRecord } {
  const entry = ledger.entries.get('image')
  const server = entry === undefined || isUnderWay(entry) ? null : entry.server
  return { cells: server ? changedCells(server.content, image) : [], image }
}

test('working alone, the server gets the content here, whatever the connection does', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { before, status, here, there } = run(steps, 'mine')
      expect(status).toBe('saved')
      expect(here).toEqual(before)
      expect(there).toEqual(before)
    }),
    { numRuns: 300 },
  )
})

const together = fc.array(fc.oneof(step, colleague), { maxLength: 25 })

test('among colleagues, both sides end with the same, and nothing stays unsaved', () => {
  fc.assert(
    fc.property(together, fc.constantFrom('mine' as const, 'theirs' as const), (steps, choose) => {
      const { status, here, there } = run(steps, choose)
      expect(status).toBe('saved')
      expect(here).toEqual(there)
    }),
    { numRuns: 300 },
  )
})

/** Colleagues who leave my fields and labels of the image alone. */
const neighbour = fc.oneof(
  fc
    .tuple(fc.constantFrom('lens', 'quality'), fieldValue)
    .map(([key, given]) => (user: Browser) => {
      user.server.setField(key, given)
    }),
  fc.tuple(fc.integer({ min: 4, max: 6 }), fc.boolean()).map(([label, isGiven]) => {
    return (user: Browser) => user.server.setLabel(label, isGiven)
  }),
  fc.constant((user: Browser) => user.hearNews(null)),
)

test('beside colleagues who say other things of the image, all of both is there', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(step, neighbour), { maxLength: 30 }),
      fc.constantFrom('mine' as const, 'theirs' as const),
      (steps, choose) => {
        const { before, here, there } = run(steps, choose)
        expect(here).toEqual(there)
        const mine = ({ labels, fields }: typeof before) => ({
          labels: labels.filter((label) => label < 4),
          fields: [fields['grade'], fields['note']],
        })
        expect(mine(there)).toEqual(mine(before))
      },
    ),
    { numRuns: 300 },
  )
})

test('among colleagues, only my own choice discards my labels and values of the image', () => {
  fc.assert(
    fc.property(together, (steps) => {
      const { unsaved, image } = run(steps, 'mine')
      const lost = new Set(changedCells(unsaved.image, image))
      expect(unsaved.cells.filter((cell) => lost.has(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
