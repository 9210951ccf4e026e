import { AnnotatePage } from '../features/annotations/annotate-page.tsx'
import { CommentCount } from '../features/comments/comment-count.tsx'
import { CommentPins } from '../features/comments/comment-pins.tsx'
import { CommentsPanel } from '../features/comments/comments-panel.tsx'
import { WorkPart } from '../features/assignments/work-part.tsx'
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
      CommentsPanel={CommentsPanel}
      CommentPins={CommentPins}
      CommentCount={CommentCount}
      WorkPart={WorkPart}
    />
  )
}
