interface PatientNames {
  readonly patientName: string
  readonly patientNameKorean: string
}

/** In customary notation; in Korean, the name in Hangul if the file has it. */
export function patientNameIn(
  language: 'en' | 'ko',
  { patientName, patientNameKorean }: PatientNames,
): string {
  return (language === 'ko' ? patientNameKorean : '') || patientName
}
