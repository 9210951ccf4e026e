import { answerOwner } from '../../../platform/answer-owner.ts'
import { makeHandout } from './handout-page.ts'

/** The program of the thread. */
answerOwner(makeHandout)
