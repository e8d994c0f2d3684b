import { requiresLogin } from '../../pages.ts'
import { answerKindOf, type EnvelopeCode } from '../../wire/error-codes.ts'

export interface AnswerContext {
  /** The page on screen when the answer comes. */
  readonly path: string
  /** The call is exempt from the redirect (section 7). */
  readonly isQuiet: boolean
  /** Empty without a login. */
  readonly sentToken: string
  readonly currentToken: string
}

export interface AnswerHandling {
  /** Outcome for the caller: a result, the message, the whole response, or a silent rejection. */
  readonly outcome: 'pass' | 'rejectMessage' | 'rejectResponse' | 'rejectSilently'
  /** Stored data is cleared: see `clearedLogin`. */
  readonly losesLogin: boolean
  /** The request layer itself shows the server's message. */
  readonly showsMessage: boolean
  readonly goesToLogin: boolean
}

const only = (outcome: AnswerHandling['outcome']): AnswerHandling => ({
  outcome,
  losesLogin: false,
  showsMessage: false,
  goesToLogin: false,
})

/** How the request layer treats an answer, by its envelope code and the page (sections 4 and 7). */
export const answerHandlingOf = (code: EnvelopeCode, context: AnswerContext): AnswerHandling => {
  switch (answerKindOf(code)) {
    case 'passed':
      return only('pass')
    case 'wholeResponse':
      return only('rejectResponse')
    case 'rejected':
      return only('rejectMessage')
    case 'loginInvalid':
      return invalidLoginHandling(context)
  }
}

/** An invalid login counts only if it is about the token that is still in use. Its message is never the page's matter. */
const invalidLoginHandling = ({ path, isQuiet, sentToken, currentToken }: AnswerContext): AnswerHandling => {
  const counts = !isQuiet && sentToken === currentToken
  return {
    outcome: 'rejectSilently',
    losesLogin: counts,
    showsMessage: counts && sentToken !== '',
    goesToLogin: counts && requiresLogin(path),
  }
}
