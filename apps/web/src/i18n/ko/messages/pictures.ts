import type { pictures as english } from '#contract/messages/pictures'

import type { TranslatedMessages } from '../../translated.ts'

export const pictures: TranslatedMessages<typeof english> = {
  notWhole: '일부 픽셀을 디코딩할 수 없음',
  decoderSays: '디코더 메시지: {{detail}}',
  decoderFails: '코덱이 디코딩하지 못함',
  noSize: '크기가 적혀 있지 않음',
  otherSize: '파일에 적힌 크기와 다름',
  otherPixels: '적힌 만큼의 픽셀이 없음',
  cmyk: 'CMYK는 지원하지 않음',
  samples: '지원하지 않는 종류의 샘플임',
  reduced: '축소된 성분은 지원하지 않음',
  sparse: '파일 크기에 비해 너무 많은 픽셀이 적혀 있음',
  bmpNoHeader: 'BMP 머리말이 없음',
  bmpUnknownHeader: '알 수 없는 머리말',
  bmpCutHeader: '머리말이 온전하지 않음',
  bmpNoPixels: '픽셀이 없음',
  bmpCutPalette: '팔레트가 온전하지 않음',
  bmpCutPixels: '적힌 것보다 픽셀이 적음',
  bmpPacking: '픽셀당 {{depth}}비트인 압축 방식({{packing}})은 지원하지 않음',
}
