/** The word to use for a thing, and the variants that must not appear beside it. */
export const glossary: readonly (readonly [use: string, not: RegExp])[] = [
  ['다운로드', /내려받/],
  ['업로드', /올려|올리|올릴|올린/],
  ['처방', /오더/],
  ['등록번호', /환자 ?번호/],
  ['환자명', /환자 ?이름/],
  ['검사일시, 촬영일시', /(검사|촬영) 일시/],
  ['우안, 좌안', /오른쪽? ?눈|왼쪽? ?눈/],
  ['보고서', /리포트/],
  ['반려', /기각/],
  ['참고치', /참고값/],
  ['불확실성', /불확도/],
  ['직경, 반경', /지름/],
  ['임계값', /문턱값/],
  ['특징점', /키포인트/],
  ['라벨', /이름표|레이블/],
  ['픽셀', /화소/],
  ['영상', /이미지/],
  ['모델', /신경망/],
  ['썸네일', /미리 ?보기|축소 영상/],
  ['다시 전송', /재전송/],
  ['AE 타이틀', /AE title/i],
  ['데이터 세트', /데이터 집합/],
  ['액세스 토큰', /접근 토큰/],
  ['분류', /카테고리|범주/],
]

/** Particles for words with and without a final consonant at once: rephrase the sentence instead. */
export const doubleParticle = /\((는|가|를|와|과|으|이)\)/
