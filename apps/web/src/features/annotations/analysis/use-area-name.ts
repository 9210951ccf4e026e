import { areaDescription } from '#contract/results/kinds'

import { useLocalised } from '../../../i18n/localised.ts'

/** Display name of a result's area. A hospital's own network may use names unknown here. */
export function useAreaName(): (area: string) => string {
  const localised = useLocalised()
  return (area) => {
    const described = areaDescription(area)
    return described === undefined ? area.replaceAll('_', ' ') : localised(described.name)
  }
}
