import { DiscNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'

export const opticDisc = resultKind({
  id: 'optic_disc',
  name: 'Optic disc',
  title: { en: 'Optic disc and fovea', ko: '시신경유두와 황반' },
  purpose: 'findings',
  numbers: DiscNumbers,
  icon: 'photograph',
  sr: {
    tracking: 'Optic disc',
    finding: { value: '81016008', meaning: 'Optic disc' },
    outline: ['disc', 'outline'],
    lengths: [{ at: ['disc', 'diameterPx'], concept: { value: '81827009', meaning: 'Diameter' } }],
  },
  marks: [
    {
      name: { en: 'Outline of the optic disc', ko: '시신경유두의 윤곽' },
      look: { form: 'ring', colour: '#ffffff' },
    },
    { name: { en: 'Fovea', ko: '황반 중심' }, look: { form: 'cross', colour: '#ffe140' } },
  ],
  areas: {
    disc: {
      name: { en: 'Optic disc', ko: '시신경유두' },
      categories: /dis[ck]|(시신경|유두)(?!.*함몰)/i,
    },
    // Drawn by a person: no analysis finds it.
    cup: { name: { en: 'Optic cup', ko: '시신경유두함몰' }, categories: /cup|함몰/i },
  },
  isCorrectable: true,
  overview: 3,
  layer: { name: { en: 'Disc and fovea', ko: '시신경유두와 황반' }, place: 4 },
  reported: { step: { en: 'Optic disc and fovea', ko: '시신경유두와 황반' } },
})
