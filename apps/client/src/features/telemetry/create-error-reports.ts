import {
  ERROR_MESSAGE_MAXIMUM,
  ERROR_STACK_MAXIMUM,
  ERRORS_REPORTED_MAXIMUM,
  isIgnoredError,
  scrubText,
} from '@yunji/contract/telemetry/page-log'

export interface ErrorReport {
  readonly message: string
  readonly stack: string
}

interface ErrorReportsDeps {
  readonly send: (report: ErrorReport) => Promise<unknown>
  readonly isOnline: () => boolean
}

const reportOf = (error: unknown): ErrorReport => {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' }
  return {
    message: scrubText(message).slice(0, ERROR_MESSAGE_MAXIMUM),
    stack: scrubText(stack ?? '').slice(0, ERROR_STACK_MAXIMUM),
  }
}

/** Reports each error once, up to a limit. */
export const createErrorReports = ({ send, isOnline }: ErrorReportsDeps) => {
  const reported = new Set<string>()

  return (thrown: unknown): void => {
    const report = reportOf(thrown)
    const name = `${report.message}\n${report.stack}`
    if (!report.message || isIgnoredError(report.message) || reported.has(name)) return
    if (reported.size >= ERRORS_REPORTED_MAXIMUM || !isOnline()) return
    reported.add(name)
    // A report that fails is not reported, or there would be no end.
    send(report).catch(() => undefined)
  }
}
