import { passwords } from '#contract/messages/account'
import { files } from '#contract/messages/images'
import { rights } from '#contract/messages/rights'

/** The messages of the server that the web app shows without its answer, which brings the English text. */
export const messages = { files, passwords, rights }
