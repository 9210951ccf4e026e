import { account, info } from './account.ts'
import { account as accountMessages, passwords, users } from './messages/account.ts'
import { input, notFound, requests } from './messages/requests.ts'
import { common, problem, shell } from './shell.ts'

/** The texts of the sign-in page and of the frame round every screen. */
export const start = { account, common, info, problem, shell }

/** The messages of the server that a visitor may meet. */
export const messages = { account: accountMessages, input, notFound, passwords, requests, users }
