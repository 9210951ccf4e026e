import { account, info } from './account.ts'
import { common, problem, shell } from './shell.ts'

/** The texts of the sign-in page and of the frame round every screen. */
export const start = { account, common, info, problem, shell }
