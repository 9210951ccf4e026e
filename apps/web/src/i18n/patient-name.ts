interface PatientNames {
  readonly patientName: string
  readonly patientNameKorean: string
}

/** As people write it; in Korean the name in Hangul, where there is one. */
export function patientNameIn(
  language: 'en' | 'ko',
  { patientName, patientNameKorean }: PatientNames,
): string {
  return (language === 'ko' ? patientNameKorean : '') || patientName
}
