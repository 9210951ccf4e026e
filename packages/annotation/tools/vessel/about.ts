import { ringOf } from '#geometry/polygon'
import { handlesAt } from '../../overlay.ts'
import type { SearchAbout, VesselSearch } from '../../search.ts'
import type { ToolSettings } from '../../settings.ts'
import { settingsOf } from '../../settings.ts'
import type { ToolAbout } from '../../tool-about.ts'
import { takingAreaAway } from '../../tool-about.ts'

const vesselSearch: SearchAbout<VesselSearch> = {
  kind: 'vessel',
  // A person has pointed at it, and an algorithm draws it.
  by: { kind: 'semiautomatic', algorithms: [{ name: 'vessel-tracing', version: '1.2.0' }] },
  overlays: ({ points }, takesAway) => [
    { kind: 'line', line: ringOf(points), dashed: takesAway },
    ...handlesAt(points),
  ],
  wait: null,
}

const all = {
  result: {
    kind: 'choice',
    usual: 'both',
    options: {
      both: { en: 'Area and centre line', ko: '영역과 중심선' },
      line: { en: 'Centre line only', ko: '중심선만' },
    },
    label: { en: 'Draws', ko: '그릴 것' },
    inStrip: true,
  },
} as const

export const vesselSettings: ToolSettings<'vessel', typeof all> = settingsOf('vessel', all)

export const vesselAbout: ToolAbout<'vessel'> = {
  id: 'vessel',
  group: 'drawing',
  key: 't',
  words: {
    en: {
      name: 'Vessel tracing',
      gesture: 'Clicks along a vessel, then Enter',
      fixedKeys: { action: 'Subtract a traced vessel', keys: 'Shift+Click' },
    },
    ko: {
      name: '혈관 따라가기',
      gesture: '혈관을 따라 클릭 후 Enter',
      fixedKeys: { action: '따라간 혈관 빼기', keys: 'Shift+클릭' },
    },
  },
  icon: 'M3 20c5 0 5 -8 9 -8s4 -8 9 -8M12 12c1 4 4 6 8 7M4.5 17.5l-3 3M19 5.5l2.5 -2.5',
  adds: 'area',
  needs: 'annotation',
  withShift: takingAreaAway,
  isRemembered: true,
  settings: vesselSettings,
  search: vesselSearch,
}
