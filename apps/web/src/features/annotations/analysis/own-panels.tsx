import type { ReactNode } from 'react'

import { DiscNumbers, LesionNumbers, RiskNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import type { ResultKind } from '#contract/results/kinds'

import { FoundAreas } from './found-areas.tsx'
import { MeasuredVessels } from './measured-vessels.tsx'
import { OtherEye } from './other-eye.tsx'
import { Risk } from './risk.tsx'

/** Panels of content beyond a kind's description, because it is computed, drawn or named by a network. */
export const ownPanels: Partial<Record<ResultKind, (numbers: unknown) => ReactNode>> = {
  optic_disc: (numbers) => <OtherEye numbers={DiscNumbers.parse(numbers)} />,
  zones: (numbers) => <MeasuredVessels vessels={ZoneNumbers.parse(numbers).vessels} />,
  risk: (numbers) => <Risk numbers={RiskNumbers.parse(numbers)} />,
  lesions: (numbers) => <FoundAreas numbers={LesionNumbers.parse(numbers)} />,
}
