import { areaDescription } from '#contract/results/kinds'

import { useLocalised } from '../../../i18n/localised.ts'

/** What an area of a result is called; a hospital's own network names its areas as it likes. */
export function useAreaName(): (area: string) => string {
  const localised = useLocalised()
  return (area) => {
    const described = areaDescription(area)
    return described === undefined ? area.replaceAll('_', ' ') : localised(described.name)
  }
}
