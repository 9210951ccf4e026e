import { expect, test } from 'vitest'

import { writingIn } from './language.ts'
import type { MeasuredEye } from './measures.ts'
import { measuresBeside } from './measures-beside.ts'

const reader = writingIn('en', 'UTC')

function eyeWith(measures: Readonly<Record<string, object>>, micrometresPerPixel: number | null) {
  const scale = micrometresPerPixel === null ? null : { kind: 'stated' }
  return {
    scale,
    micrometresPerPixel,
    measures,
    regions: [],
    sources: {},
  } as unknown as MeasuredEye
}

const measured = (value: number, unit: string) => ({ value, uncertainty: 3, unit, reference: null })

test('measures of both photographs are compared with what their uncertainties explain', () => {
  const here = eyeWith({ crae: measured(150, 'µm'), crve: measured(200, 'µm') }, 5)
  const there = eyeWith(
    { crae: measured(140, 'µm'), crve: measured(203, 'µm'), avr: measured(0.7, '') },
    8,
  )
  // 1.96 · √(3² + 3²) = 8.3.
  expect(measuresBeside(here, there, reader)).toMatchObject([
    {
      group: 'Calibres, zone B',
      name: 'CRAE',
      difference: '+10.0',
      explained: '± 8.3',
      isLarger: true,
    },
    {
      name: 'CRVE',
      here: '200.0 ± 3.0 µm',
      there: '203.0 ± 3.0 µm',
      difference: '−3.0',
      isLarger: false,
    },
  ])
})

test('without a scale of both, calibres are compared in disc diameters', () => {
  const here = eyeWith({ crae: measured(150, 'µm'), craeInDiscs: measured(0.09, 'DD') }, 5)
  const there = eyeWith({ craeInDiscs: measured(0.08, 'DD') }, null)
  expect(measuresBeside(here, there, reader).map(({ key }) => key)).toEqual(['craeInDiscs'])
})
