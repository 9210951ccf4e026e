import { DiscNumbers } from '../analysis-numbers.ts'
import { resultKind } from './description.ts'
import { eyeNames } from './eyes.ts'

export const opticDisc = resultKind({
  id: 'optic_disc',
  name: 'Optic disc',
  title: { en: 'Optic disc and fovea', ko: '시신경유두와 황반' },
  purpose: 'findings',
  numbers: DiscNumbers,
  icon: 'photograph',
  notes: [
    {
      if: [{ at: ['disc'], isThere: false }],
      text: {
        en: 'No optic disc was found, so nothing around it can be measured. Draw it and measure again.',
        ko: '시신경유두를 찾지 못해 그 주변을 측정할 수 없습니다. 직접 그린 뒤 다시 측정해 주세요.',
      },
      panel: 'warning',
      report: 'found',
    },
    {
      if: [
        { at: ['disc'], isThere: true },
        { at: ['fovea'], isThere: false },
      ],
      text: {
        en: 'The optic disc was found, the fovea was not.',
        ko: '시신경유두는 찾았으나 황반은 찾지 못했습니다.',
      },
      report: 'found',
    },
    {
      if: [
        { at: ['disc'], isThere: true },
        { at: ['fovea'], isThere: true },
      ],
      text: {
        en: 'Optic disc and fovea were found.',
        ko: '시신경유두와 황반을 찾았습니다.',
      },
      report: 'found',
    },
    {
      if: [{ at: ['disc', 'doubts'], is: 'faint' }],
      text: {
        en: 'The disc is faint: check its outline.',
        ko: '시신경유두가 흐릿합니다. 윤곽을 확인해 주세요.',
      },
      panel: 'warning',
      report: 'sure',
    },
    {
      if: [{ at: ['disc', 'doubts'], is: 'unusual-size' }],
      text: {
        en: 'The disc has an unusual size for this field: check its outline.',
        ko: '시야에 비해 시신경유두의 크기가 이례적입니다. 윤곽을 확인해 주세요.',
      },
      panel: 'warning',
      report: 'sure',
    },
    {
      if: [{ at: ['disc', 'doubts'], is: 'methods-disagree' }],
      text: {
        en: 'Two methods find the disc in different places: check it.',
        ko: '두 방법이 서로 다른 위치를 가리킵니다. 확인해 주세요.',
      },
      panel: 'warning',
      report: 'sure',
    },
  ],
  facts: [
    { at: ['disc', 'diameterPx'], name: { en: 'Diameter', ko: '직경' }, unit: 'px' },
    {
      at: ['fovea', 'probability'],
      name: { en: 'Fovea', ko: '황반' },
      unit: 'share',
      within: { en: 'Found ({{value}} sure)', ko: '찾음(확률 {{value}})' },
      missing: { en: 'Not found', ko: '찾지 못함' },
    },
    { at: ['laterality'], name: { en: 'Eye', ko: '눈' }, values: eyeNames },
  ],
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
  reported: {
    step: { en: 'Optic disc and fovea', ko: '시신경유두와 황반' },
    place: 4,
    plain: {
      lookedAt: {
        en: 'the place where the optic nerve leaves the eye',
        ko: '시신경이 눈에서 나가는 부위',
      },
      notes: [
        {
          if: [{ at: ['disc'], isThere: false }],
          text: {
            en: 'The place where the optic nerve leaves the eye could not be found in the photograph.',
            ko: '사진에서 시신경이 눈에서 나가는 부위를 찾지 못했습니다.',
          },
        },
      ],
    },
  },
})
