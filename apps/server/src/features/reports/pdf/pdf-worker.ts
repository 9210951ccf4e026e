import { answerOwner } from '../../../platform/answer-owner.ts'
import { makePdf } from './make-pdf.ts'

/** The program of the thread. */
answerOwner(makePdf)
