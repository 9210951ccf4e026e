import { z } from 'zod'

import { resultKind } from './description.ts'

/** Arterioles and venules are the vessels already. */
export const arteriesVeins = resultKind({
  id: 'arteries_veins',
  name: 'Arterioles and venules',
  title: { en: 'Arterioles and venules', ko: '세동맥과 세정맥' },
  purpose: 'findings',
  numbers: z.looseObject({}),
  icon: 'photograph',
  marks: [
    {
      name: { en: 'Arteriole: solid', ko: '세동맥: 단색' },
      look: { form: 'area', colour: '#ff405c' },
    },
    {
      name: { en: 'Venule: striped', ko: '세정맥: 줄무늬' },
      look: { form: 'stripes', colour: '#4096ff' },
    },
  ],
  areas: {
    arterioles: { name: { en: 'Arterioles', ko: '세동맥' }, categories: /arter|동맥/i },
    venules: { name: { en: 'Venules', ko: '세정맥' }, categories: /ven[iou]|vein|정맥/i },
  },
  isCorrectable: true,
  covers: ['vessels'],
  overview: 1,
  layer: { name: { en: 'Arterioles and venules', ko: '세동맥과 세정맥' }, place: 2 },
  printed: {
    legend: {
      en: 'Red: arterioles. Blue, striped: venules.',
      ko: '빨간색: 세동맥. 파란색 줄무늬: 세정맥.',
    },
  },
})
