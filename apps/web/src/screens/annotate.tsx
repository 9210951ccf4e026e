import { AnnotatePage } from '../features/annotations/annotate-page.tsx'
import { GradingForm } from '../features/fields/grading-form.tsx'
import { ValuesForm } from '../features/fields/values-form.tsx'
import { PatientDataButton } from '../features/patient-data/patient-data-button.tsx'
import { ImageFlags } from './image-flags.tsx'

export function AnnotateScreen() {
  return (
    <AnnotatePage
      Flags={ImageFlags}
      PatientDataButton={PatientDataButton}
      ValuesForm={ValuesForm}
      GradingForm={GradingForm}
    />
  )
}
